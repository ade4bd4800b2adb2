import { table } from '../../support/alike/groups.ts';
import { alikeLinks } from '../../support/alike/links.ts';

table('wallet-link.', alikeLinks);
