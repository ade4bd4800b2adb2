import type { ExchangeRecord } from '../client/index.ts';
import type { Finding } from '../harness/exercise.ts';
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

export function finding(change: Partial<Finding> = {}): Finding {
  return {
    kind: 'requirement',
    id: 'refund.exceeds-paid',
    title: 'one kobo above what is left',
    file: 'suites/refunds/amounts.ts',
    outcome: 'passed',
    reason: null,
    observed: null,
    impossible: false,
    notes: [],
    screenshots: [],
    exchanges: [],
    deliveries: [],
    ...change,
  };
}

/** A refund that was accepted although it should not have been. Its secrets are masked, as the client's records are. */
export function accepted(change: Partial<ExchangeRecord> = {}): ExchangeRecord {
  return {
    id: 1,
    startedAt: Date.UTC(2026, 0, 1),
    durationMs: 12.4,
    request: {
      method: 'POST',
      url: 'http://127.0.0.1:9/v1/refunds',
      httpVersion: '1.1',
      headers: [
        ['Authorization', 'Bearer $TARGET_API_KEY'],
        ['X-Merchant-Id', 'mch_test_1'],
        ['Content-Type', 'application/json'],
      ],
      body: '{"reference":"rfd-1","amount":2001}',
    },
    response: {
      status: 201,
      headers: [],
      body: '{"id":"rf_1",\n"status":"pending"}',
      bodyEncoding: 'utf8',
      truncated: false,
    },
    error: null,
    ...change,
  };
}
