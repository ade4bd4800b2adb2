/** Defects of requests that are sent again in live: what the sandbox does right, live does not. */
import type { EndpointName } from '../../reference/rules/requests.ts';
import type { Case } from '../../reference/rules/rulebook.ts';
import { type Mutant, mutant } from '../mutant.ts';
import { isReplay } from '../on-replay.ts';
import { answers } from '../steps.ts';

const isLive = ({ environment }: Case) => environment.name === 'live';
const unmarked: readonly EndpointName[] = ['createRefund', 'createPayout', 'createEscrow'];

export const liveReplayMutants: readonly Mutant[] = [
  ...unmarked.map((at) =>
    mutant(
      'idempotency.replay-is-marked',
      `live-${at.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-replay-not-marked`,
      `in live a replay of ${at} carries no Idempotent-Replayed`,
      answers(at, (reply, asked) => {
        if (!isLive(asked) || !isReplay(reply)) return reply;
        const { headers: _, ...rest } = reply;
        return rest;
      }),
    ),
  ),
  mutant(
    'idempotency.escrow-paid-once',
    'live-escrow-refund-replay-pays-again',
    "in live a replay of an escrow refund pays the seller's share again",
    answers('refundEscrow', (reply, asked) => {
      const escrow = asked.merchant.records.escrow.get(asked.params.reference ?? '');
      if (!isLive(asked) || !isReplay(reply) || escrow === undefined) return reply;
      const wallet = asked.service.wallet(asked.environment, escrow.sellerWalletId);
      if (wallet !== undefined) wallet.availableMinor += escrow.amount - (escrow.refundedAmount ?? escrow.amount);
      return reply;
    }),
  ),
  mutant(
    'idempotency.replay-sends-nothing',
    'live-cancel-replay-sends-event',
    'in live a replay of a cancel sends escrow.cancelled once more',
    answers('cancelEscrow', (reply, asked) => {
      const escrow = asked.merchant.records.escrow.get(asked.params.reference ?? '');
      if (!isLive(asked) || !isReplay(reply) || escrow === undefined) return reply;
      escrow.status = 'pending_payment';
      asked.service.fire(escrow, 'cancel');
      return reply;
    }),
  ),
];
