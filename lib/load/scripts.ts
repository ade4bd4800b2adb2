import { capacity } from './capacity.ts';
import { faults } from './faults.ts';
import { idempotency } from './idempotency.ts';
import { moneyRaces } from './money-races.ts';
import { rateLimit } from './rate-limit.ts';
import type { LoadScript } from './script.ts';
import { steady } from './steady.ts';
import type { ScriptName } from './types.ts';
import { webhookBurst } from './webhook-burst.ts';

export const scripts: Readonly<Record<ScriptName, LoadScript>> = {
  'rate-limit': rateLimit,
  idempotency,
  'money-races': moneyRaces,
  'webhook-burst': webhookBurst,
  steady,
  capacity,
  faults,
};
