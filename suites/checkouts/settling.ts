import { inEachSetting } from '../support/settling/in-each-setting.ts';

inEachSetting('checkout.');
