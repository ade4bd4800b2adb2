import { attempts, probes } from '../probe.support.ts';
import { found } from './retries.ts';

probes(found, {
  'blind-retry-acknowledged-by-200-alone': attempts([500, 202, 200], 400),
  'blind-third-unauthorized-ends-retries': attempts([401, 401, 401, 200], 2_500),
  'blind-cut-retry-ends-retries': attempts([500, 'cut', 200], 400),
  'blind-third-acknowledgement-lost': attempts([500, 500, 200, 200], 2_500),
  'blind-client-errors-not-tried-for-a-day': attempts([422, 400, 404, 422, 400, 200], 86_000),
});
