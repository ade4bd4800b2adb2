import { alikeLinks } from '../support/alike-links.ts';
import { table } from '../support/groups.ts';

table('wallet-link.', alikeLinks);
