import { attempts, probes } from '../probe.support.ts';
import { found } from './retries.ts';

probes(found, {
  'blind-gone-later-ends-retries': attempts([500, 410, 200], 400),
  'blind-not-modified-acknowledges': attempts([304, 200], 100),
  'blind-too-many-requests-waits-longer': attempts([429, 200], 400),
  'blind-unavailable-starts-schedule-again': attempts([500, 503, 200], 400),
  'blind-time-out-skips-a-gap': attempts([500, 'never', 200], 400),
});
