/** Mutants generated from the endpoint table: replays that differ from the original, and keys that accept another body. */

import type { RequirementId } from '../../../interface/register/index.ts';
import type { EndpointName } from '../../reference/rules/requests.ts';
import { endpoint, functions } from '../change.ts';
import { type Mutant, mutant } from '../mutant.ts';
import { onReplay, presentState } from '../on-replay.ts';
import { answers, before, isAt, replyOf } from '../steps.ts';

const replayed: readonly (readonly [EndpointName, RequirementId])[] = [
  ['createCheckout', 'idempotency.checkout-replay'],
  ['createRefund', 'idempotency.refund-replay'],
  ['createPayout', 'idempotency.payout-replay'],
  ['createEscrow', 'idempotency.escrow-replay'],
  ['releaseEscrow', 'idempotency.escrow-release-replay'],
  ['refundEscrow', 'idempotency.escrow-refund-replay'],
  ['cancelEscrow', 'idempotency.escrow-cancel-replay'],
];

const replays = replayed.flatMap(([at, breaks]) => [
  mutant(
    breaks,
    `${slug(at)}-ignores-key`,
    `${at} looks at no idempotency key`,
    endpoint(at, { idempotencyKey: undefined }),
  ),
  mutant(
    breaks,
    `${slug(at)}-replay-without-body`,
    `a replay of ${at} has an empty body`,
    onReplay(at, (reply) => ({ ...reply, text: '{}' })),
  ),
  mutant(
    breaks,
    `${slug(at)}-replay-with-208`,
    `a replay of ${at} has status 208`,
    onReplay(at, (reply) => ({ ...reply, status: 208 })),
  ),
]);

/** A replay shows the present state, at those creates whose response has a status that changes. */
const stale = (['createRefund', 'createPayout', 'createEscrow'] as const).map((at) => {
  const breaks = replayed.find(([name]) => name === at)?.[1] ?? 'idempotency.checkout-replay';
  return mutant(
    breaks,
    `${slug(at)}-replay-with-present-state`,
    `a replay of ${at} shows the present state`,
    presentState(at),
  );
});

const reused = (
  [
    ['createCheckout', 'idempotency.checkout-key-reused'],
    ['createRefund', 'idempotency.refund-key-reused'],
    ['createPayout', 'idempotency.payout-key-reused'],
    ['createEscrow', 'idempotency.escrow-key-reused'],
  ] as const
).flatMap(([at, breaks]) => [
  mutant(
    breaks,
    `${slug(at)}-key-without-body`,
    `${at} replays whatever the body is`,
    functions(({ sameRequest }) => ({
      sameRequest: (asked) => (isAt(asked, at) ? asked.path : sameRequest(asked)),
    })),
  ),
  mutant(
    breaks,
    `${slug(at)}-key-of-amount-only`,
    `of a body ${at} compares the amount alone`,
    functions(({ sameRequest }) => ({
      sameRequest: (asked) => (isAt(asked, at) ? `${asked.path} ${asked.body.integer('amount')}` : sameRequest(asked)),
    })),
  ),
  mutant(
    breaks,
    `${slug(at)}-key-reused-with-422`,
    `a key with another body is refused with 422 by ${at}`,
    answers(at, (reply) => (reply.text.includes('idempotency_key_reused') ? { ...reply, status: 422 } : reply)),
  ),
  mutant(
    breaks,
    `${slug(at)}-key-reused-has-effect`,
    `${at} refuses a key with another body after carrying it out`,
    before('limitRate', async (asked, next) => {
      const reply = await replyOf(next);
      if (!isAt(asked, at) || !reply.text.includes('idempotency_key_reused')) return reply;
      asked.payment = asked.merchant.records.checkout.get(asked.body.text('paymentReference') ?? '');
      asked.endpoint.does?.(asked);
      return reply;
    }),
  ),
]);

export const replayMutants: readonly Mutant[] = [...replays, ...stale, ...reused];

function slug(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
