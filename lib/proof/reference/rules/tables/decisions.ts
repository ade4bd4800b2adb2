/** How this service decides what the document leaves open, one row per question. */
import type { Kind } from '../records.ts';

interface Answer {
  status: number;
  code: string;
}

export interface Decisions {
  /** A missing, malformed or unknown key or merchant id. */
  unauthenticated: Answer;
  /** No `Idempotency-Key` where the endpoint requires one. */
  keyMissing: Answer;
  /** How long an idempotency key is remembered, in seconds. */
  keyRememberedSeconds: number;
  /** Which replies an idempotency key stores: only successes, or refusals as well. */
  keyKeeps: 'successes' | 'refusals too';
  /** An unknown reference, by kind of resource. */
  unknown: Record<Kind, Answer>;
  /** A path, or a method of a path, that does not exist. */
  unknownRoute: Answer;
  wrongMethod: Answer;
  /** A body that is not declared as JSON, or too large. */
  wrongMediaType: Answer;
  tooLarge: Answer;
  largestBodyBytes: number;
  /** An action that the present state does not allow (release, refund, cancel, unlink, approve, reject). */
  wrongState: Answer;
  /** A failure inside the service. */
  internal: Answer;
  /** Names of payment methods. */
  paymentMethods: { card: string; transfer: string };
  /** `status` in the redirect after an escrow was paid. */
  escrowRedirectStatus: string;
  /** Whether the live console accepts http webhook addresses, so that everything can be tested on one machine. */
  liveWebhookMayBeHttp: boolean;
  /** Which address and secret retries use if either was changed since the event. */
  retriesGoTo: 'present' | 'as at the event';
  /** How long a connection stays open without a request, in milliseconds. */
  connectionsIdleMs: number;
  /** Endpoints of the control interface that do not exist, and the status they answer. */
  controlWithout: { endpoints: readonly string[]; status: 404 | 405 | 501 };
  /** How many attempts to one receiver may be under way at once. */
  attemptsAtOnce: number;
  /** The day within which a resend that is not acknowledged is tried again. */
  resendsEnd: 'a day after the resend' | 'a day after the event';
  /** Whether the control interface answers more than it must, and how it writes times. */
  controlTells: 'all' | 'what it must';
  /** Whether a path is found in any letter case and with a slash at its end. */
  paths: 'exact' | 'in any case';
}

export const decisions: Decisions = {
  unauthenticated: { status: 401, code: 'unauthorized' },
  keyMissing: { status: 400, code: 'invalid_request' },
  keyRememberedSeconds: 86_400,
  keyKeeps: 'successes',
  unknown: {
    checkout: { status: 404, code: 'payment_not_found' },
    refund: { status: 404, code: 'not_found' },
    payout: { status: 404, code: 'not_found' },
    escrow: { status: 404, code: 'not_found' },
    walletLink: { status: 404, code: 'not_found' },
  },
  unknownRoute: { status: 404, code: 'not_found' },
  wrongMethod: { status: 405, code: 'method_not_allowed' },
  wrongMediaType: { status: 415, code: 'unsupported_media_type' },
  tooLarge: { status: 413, code: 'payload_too_large' },
  largestBodyBytes: 1_048_576,
  wrongState: { status: 409, code: 'invalid_state' },
  internal: { status: 500, code: 'internal_error' },
  paymentMethods: { card: 'card', transfer: 'bank_transfer' },
  escrowRedirectStatus: 'succeeded',
  liveWebhookMayBeHttp: true,
  retriesGoTo: 'present',
  connectionsIdleMs: 30_000,
  controlWithout: { endpoints: [], status: 404 },
  attemptsAtOnce: 64,
  resendsEnd: 'a day after the resend',
  controlTells: 'all',
  paths: 'exact',
};

/*
 * Open questions that are decided by a row of another table, or by a function:
 *
 * | Question                                               | Decided in                | Here                                   |
 * |--------------------------------------------------------|---------------------------|----------------------------------------|
 * | Idempotency-Key on wallet links and sandbox decisions  | endpoints, idempotencyKey | optional                               |
 * | Scope of a key; reordered JSON the same body?          | functions.sameRequest     | a merchant's; method, path and bytes   |
 * | Rate-limit window; do refused calls count?             | functions.rateLimiter     | sliding log; no                        |
 * | Retry schedule: gaps or offsets                        | retries                   | gaps                                   |
 * | wallet_not_linked, wallet balance without a link       | guards                    | 422; 403 link_not_approved             |
 * | Too many link requests                                 | guards                    | 429 too_many_link_requests             |
 * | Does a known linkRef count as a link request?          | endpoints, already        | no; answered as on creation            |
 * | An unknown wallet when linking                         | guards                    | 422 account_not_found                  |
 * | Whose pending link does a newer one cancel?            | actions, openWalletLink   | the same merchant's                    |
 * | Release of a disputed escrow; refund beyond the table  | machines                  | refused with wrongState                |
 * | Fee and released event at a partial escrow refund      | moves, machines           | none                                   |
 * | An escrow refund above the amount; a fee above it      | guards                    | 422 refund_exceeds_paid; 400           |
 * | Escrow maximum; reference of refunds, payouts, escrows | forms                     | none; as for checkouts                 |
 * | `bankCode` on payouts                                  | forms                     | accepted, ignored                      |
 * | Whose wallet shows held money                          | moves                     | the seller's                           |
 * | Shapes of accounts, banks, balance, escrows, links     | views                     | see there                              |
 * | Seconds to settlement; live settlement                 | timers                    | 2 and 5; the same                      |
 * | Reasons of failed checkouts, refunds, payouts          | machines                  | declined, refund_declined, account_... |
 * | A pending link when a newer one is asked for           | machines, newer request   | EXPIRED, no event                      |
 * | An unknown wallet on the account check                 | guards                    | 404 account_not_found                  |
 */
