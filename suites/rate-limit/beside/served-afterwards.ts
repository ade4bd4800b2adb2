import { servedAfterwards } from '../../support/often/often.ts';

servedAfterwards();
