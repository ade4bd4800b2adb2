import {
  INTERFACE_VERSION,
  observations,
  ratingOf,
  registerDigest,
  requirements,
} from '../../interface/register/index.ts';
import type { CheckResult } from '../checks/check-result.ts';
import type { Certificate, CertifiedRequirement } from '../evidence/certificate.ts';
import type { ExchangeRecord } from '../http/index.ts';

/** A certificate over the whole register; a requirement that is not in `named` was not exercised. */
export function certificate(
  named: Readonly<Record<string, Pick<CertifiedRequirement, 'outcome' | 'reason' | 'reasons'>>> = {},
): Certificate {
  return {
    verdict: 'inconclusive',
    interfaceVersion: INTERFACE_VERSION,
    target: { baseUrl: 'http://127.0.0.1:9' },
    suite: { version: '0.1.0', registerDigest },
    selection: null,
    cases: { depth: 'all', made: 1, of: 1 },
    capabilities: [],
    startedAt: '2026-01-01T00:00:00.000Z',
    finishedAt: '2026-01-01T00:01:00.000Z',
    requests: 0,
    lostAnswers: 0,
    clock: null,
    interrupted: false,
    seed: 7,
    totals: { passed: 0, failed: 0, blocked: 0, notExercised: requirements.length },
    requirements: requirements.map((entry) => ({
      id: entry.id,
      chapter: entry.chapter,
      statement: entry.statement,
      source: entry.source,
      ...(named[entry.id] ?? { outcome: 'not_exercised', reason: 'no control' }),
      tests: [],
      rating: ratingOf(entry),
    })),
    observations: observations.map(({ id, chapter, question, source }) => ({
      id,
      chapter,
      question,
      source,
      observed: 'not seen',
      seen: false,
    })),
  };
}

export function checkResult(change: Partial<CheckResult> = {}): CheckResult {
  return {
    kind: 'requirement',
    id: 'refund.exceeds-paid',
    title: 'one kobo above what is left',
    file: 'suites/refunds/amounts.ts',
    outcome: 'passed',
    reason: null,
    observed: null,
    impossible: false,
    startedAt: Date.UTC(2026, 0, 1),
    endedAt: Date.UTC(2026, 0, 1, 0, 0, 1),
    notes: [],
    stepLog: [],
    way: [],
    made: [],
    bursts: [],
    screenshots: [],
    exchanges: [],
    exchangeIds: [],
    deliveries: [],
    predicates: [],
    ...change,
  };
}

/** A refund that was accepted although it should have been refused. Its secrets are masked, as in the client's records. */
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
