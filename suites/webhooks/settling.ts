import { table } from '../support/alike/groups.ts';
import { goesOn } from '../support/settling/goes-on.ts';

table('webhook.', goesOn);
table('delivery.', goesOn);
