import { alikeCheckouts } from '../support/alike-checkouts.ts';
import { table } from '../support/groups.ts';

table('checkout.', alikeCheckouts);
