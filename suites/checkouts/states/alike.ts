import { alikeCheckouts } from '../../support/alike/checkouts.ts';
import { table } from '../../support/alike/groups.ts';

table('checkout.', alikeCheckouts);
