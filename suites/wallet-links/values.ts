import { table } from '../support/alike/groups.ts';
import { ownFields } from '../support/values/own-fields.ts';

table('wallet-link.', ownFields);
table('wallet.', ownFields);
