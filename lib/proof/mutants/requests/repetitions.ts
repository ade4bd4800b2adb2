/** Defects in the effects of a repeated request, besides its answer. */
import type { Kind, RecordOf } from '../../reference/rules/records.ts';
import type { EndpointName } from '../../reference/rules/requests.ts';
import { functions, timer } from '../change.ts';
import { type Change, type Mutant, mutant } from '../mutant.ts';
import { isReplay } from '../on-replay.ts';
import { answers, around, isAt, replyOf } from '../steps.ts';

const DAY = 86_400_000;

const live = ['checkout', 'escrow'] as const;

export const repetitionMutants: readonly Mutant[] = [
  ...(['releaseEscrow', 'refundEscrow'] as const).map((at) =>
    mutant(
      'idempotency.escrow-paid-once',
      at === 'releaseEscrow' ? 'release-replay-pays-again' : 'escrow-refund-replay-pays-again',
      `a replay of ${at} pays the seller's share again`,
      escrowOnReplay(at, (escrow, service) => {
        const wallet = service.wallet(escrow.merchant.environment, escrow.sellerWalletId);
        const share = escrow.amount - (escrow.refundedAmount ?? escrow.feeAmount ?? 0);
        if (wallet !== undefined) wallet.availableMinor += share;
      }),
    ),
  ),
  mutant(
    'idempotency.replay-sends-nothing',
    'cancel-replay-sends-event',
    'a replay of a cancel sends escrow.cancelled once more',
    escrowOnReplay('cancelEscrow', (escrow, service) => {
      escrow.status = 'pending_payment';
      service.fire(escrow, 'cancel');
    }),
  ),
  mutant(
    'idempotency.replay-restarts-no-time',
    'checkout-replay-restarts-the-day',
    'a replay of a checkout create gives the buyer 24 hours more',
    restarts('checkout', 'pending', 'createCheckout'),
  ),
  mutant(
    'idempotency.replay-restarts-no-time',
    'escrow-replay-restarts-the-day',
    'a replay of an escrow create gives the buyer 24 hours more',
    restarts('escrow', 'pending_payment', 'createEscrow'),
  ),
  ...live.map((kind) =>
    mutant(
      'idempotency.replay-restarts-no-time',
      `live-${kind}-replay-restarts-the-day`,
      `in live a replay of a create of a ${kind} gives the buyer 24 hours more`,
      kind === 'checkout'
        ? restarts('checkout', 'pending', 'createCheckout', true)
        : restarts('escrow', 'pending_payment', 'createEscrow', true),
    ),
  ),
  mutant(
    'idempotency.refused-stays-refused',
    'refused-key-stays-in-progress',
    'the key of a refused request counts as in progress for good',
    around('keepKey', (own) => async (asked, next) => {
      const { keys } = asked.merchant;
      const key = asked.header('idempotency-key') ?? '';
      const taken = keys.has(key);
      const reply = await replyOf(() => own(asked, next));
      if (!taken && reply.status >= 400 && asked.endpoint.idempotencyKey !== undefined)
        keys.set(key, {
          fingerprint: asked.service.rules.functions.sameRequest(asked),
          reply: null,
          until: Number.POSITIVE_INFINITY,
        });
      return reply;
    }),
  ),
  mutant(
    'idempotency.escrow-refund-key-reused',
    'escrow-refund-key-without-body',
    'a refund of an escrow is replayed whatever the body is',
    functions(({ sameRequest }) => ({
      sameRequest: (asked) => (isAt(asked, 'refundEscrow') ? asked.path : sameRequest(asked)),
    })),
  ),
  mutant(
    'idempotency.keys-differ',
    'keys-in-lower-case',
    'keys are compared in lower case',
    around(
      'keepKey',
      (own) => (asked, next) =>
        own(
          {
            ...asked,
            header: (name) => (name === 'idempotency-key' ? asked.header(name)?.toLowerCase() : asked.header(name)),
          },
          next,
        ),
    ),
  ),
];

type Service = Parameters<NonNullable<Parameters<typeof answers>[1]>>[1]['service'];

function escrowOnReplay(at: EndpointName, does: (escrow: RecordOf['escrow'], service: Service) => void): Change {
  return answers(at, (reply, { merchant, service, params }) => {
    const escrow = merchant.records.escrow.get(params.reference ?? '');
    if (isReplay(reply) && escrow !== undefined) does(escrow, service);
    return reply;
  });
}

/** After a replay of its create, an unpaid resource expires a day after the replay. */
function restarts(kind: 'checkout' | 'escrow', unpaid: string, at: EndpointName, liveAlone = false): Change {
  const on = 'not paid in time';
  const replays = new Map<string, number>();
  return (rules) =>
    answers(at, (reply, { merchant, service }) => {
      const { reference } = JSON.parse(reply.text) as { reference?: string };
      const record = merchant.records[kind satisfies Kind].get(reference ?? '');
      if (!isReplay(reply) || record === undefined) return reply;
      if (liveAlone && merchant.environment.name !== 'live') return reply;
      const turn = (replays.get(record.id) ?? 0) + 1;
      replays.set(record.id, turn);
      service.clock.schedule(service.clock.now() + DAY, () => {
        if (replays.get(record.id) === turn) service.fire(record, on);
      });
      return reply;
    })(timer(kind, unpaid, { on: ({ id }: { id: string }) => (replays.has(id) ? 'restarted' : on) })(rules));
}
