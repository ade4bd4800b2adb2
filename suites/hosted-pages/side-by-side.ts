import { table } from '../support/alike/groups.ts';
import { sideBySide } from '../support/side-by-side.ts';

table('page.', sideBySide);
