import { table } from '../../support/alike/groups.ts';
import { askedOtherwise } from '../../support/asked-otherwise.ts';
import { whiteSpace } from '../../support/json/white-space.ts';
import { takesLong } from '../../support/settling/takes-long.ts';

table('idempotency.', [...askedOtherwise, ...whiteSpace, ...takesLong]);
