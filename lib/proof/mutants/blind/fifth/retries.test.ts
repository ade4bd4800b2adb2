import { attempts, probes } from '../probe.support.ts';
import { found } from './retries.ts';

probes(found, {
  'blind5-headers-kept-over-the-long-gap': attempts([500, 500, 500, 500, 500, 500], 60_000),
});
