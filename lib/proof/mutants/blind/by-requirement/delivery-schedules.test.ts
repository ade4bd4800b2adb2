import { attempts, probes } from '../probe.support.ts';
import { DAY } from '../ways.ts';
import { found } from './delivery-schedules.ts';

probes(found, {
  'kind-gaps-then-offsets': attempts(Array(10).fill(500), DAY),
  'kind-age-looked-at-before-waiting': attempts(Array(10).fill(500), 3 * DAY),
  'kind-unavailable-receiver-tried-on': attempts(Array(10).fill(503), 3 * DAY),
});
