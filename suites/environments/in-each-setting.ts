import { balancePaidOutInEachSetting } from '../support/settling/in-each-setting.ts';

balancePaidOutInEachSetting();
