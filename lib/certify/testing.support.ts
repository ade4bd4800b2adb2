import { readSettings } from '../target/settings.ts';
import type { Outcomes } from './certificate.ts';
import { select } from './selection.ts';

/** What a run may leave; nothing was found in it. */
export function outcomes(change: Partial<Outcomes> = {}): Outcomes {
  const merchant = { apiKey: 'svc_test_sk_1', merchantId: 'mch_test_1', webhookSecret: null };
  return {
    target: {
      baseUrl: 'http://127.0.0.1:9',
      liveBaseUrl: null,
      merchant,
      other: null,
      live: null,
      control: null,
      clock: false,
      ownMerchants: { sandbox: false, live: false },
      capture: { host: '127.0.0.1', port: 0, publicUrl: null },
      rateLimit: 110,
      maxWait: 120,
      keepAlive: true,
      embedded: false,
      pages: readSettings({}).pages,
      missing: {},
    },
    selection: select({}),
    seed: 7,
    startedAt: Date.UTC(2026, 0, 1),
    finishedAt: Date.UTC(2026, 0, 1, 0, 1),
    version: '0.1.0',
    requests: 12,
    findings: [],
    planned: new Map(),
    faults: [],
    interrupted: false,
    ...change,
  };
}
