import { table } from '../support/alike/groups.ts';
import { lateInItsTime } from '../support/settling/late-in-its-time.ts';

table('webhook.', lateInItsTime);
