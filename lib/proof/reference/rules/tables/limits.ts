/** Limits that do not concern a single field (Limits), and differences between the environments. */
import type { EnvironmentRule, Limits, Rulebook } from '../rulebook.ts';
import type { RetryRule } from '../states.ts';

export const limits: Limits = {
  requestsPerWindow: 120,
  windowSeconds: 60,
  idempotencyKeyLength: 255,
  defaultAutoReleaseHours: 72,
  linkRequests: 5,
  linkWindowSeconds: 3_600,
};

export const environments: Record<'sandbox' | 'live', EnvironmentRule> = {
  sandbox: {
    keyPrefix: 'svc_test_sk_',
    merchantPrefix: 'mch_test_',
    wallets: [
      { walletId: '0000000001', holderName: 'Adaeze Okonkwo', balanceMinor: 1_000_000 },
      { walletId: '0000000002', holderName: 'Babatunde Adeyemi', balanceMinor: 1_000_000 },
      { walletId: '0000000003', holderName: 'Chiamaka Nwosu', balanceMinor: 1_000_000 },
    ],
  },
  live: { keyPrefix: 'svc_live_sk_', merchantPrefix: 'mch_live_', wallets: [] },
};

/** Delivery rule 2, read as gaps: attempts at 0, 1 min, 6 min, 36 min, 2 h 36 and 14 h 36 after the event. */
export const retries: RetryRule = { gaps: [60, 300, 1_800, 7_200, 43_200], within: 86_400 };

/** Errors that can occur at every endpoint. */
export const refusals: Rulebook['refusals'] = {
  invalid: { status: 400, code: 'invalid_request' },
  wrongEnvironment: { status: 403, code: 'wrong_environment' },
  keyReused: { status: 409, code: 'idempotency_key_reused' },
  inProgress: { status: 409, code: 'request_in_progress' },
  rateLimited: { status: 429, code: 'rate_limited' },
};
