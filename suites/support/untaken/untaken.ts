import { type Answer, checks, expect, type RequirementId } from '../../../lib/interface/index.ts';
import { type Change, EVERY_ANSWER, EVERYWHERE, linked, made, settled } from './objects.ts';

// No transition in the tables of states depends on a webhook: an object reaches its next state although the merchant never acknowledges the
// event, or has no webhook address.

const buyer = { needs: ['escrow-buyer'] } as const;
const disputed = { needs: ['escrow-buyer', 'escrow-dispute'] } as const;

const changes: readonly Change[] = [
  settled('refund', 'succeeded'),
  settled('refund', 'failed'),
  settled('payout', 'succeeded'),
  settled('payout', 'failed'),
  made(
    'checkout',
    'succeeded',
    { id: 'checkout.paid', event: 'payment.succeeded', needs: ['buyer'], also: EVERYWHERE },
    (context, one) => context.buyer.tries(context.merchant, one, 'succeeded'),
  ),
  made(
    'checkout',
    'failed',
    { id: 'checkout.payment-fails', event: 'payment.failed', needs: ['payment-failure'] },
    (context, one) => context.buyer.tries(context.merchant, one, 'failed'),
  ),
  made('checkout', 'failed', { id: 'checkout.expires', event: 'payment.failed', waits: '24h' }),
  made(
    'escrow',
    'funded',
    { id: 'escrow.funded', event: 'escrow.funded', ...buyer, also: EVERYWHERE },
    (context, one) => context.buyer.paysEscrow(context.merchant, one),
  ),
  made('escrow', 'cancelled', { id: 'escrow.cancelled', event: 'escrow.cancelled' }, ({ merchant }, { reference }) =>
    merchant.api.cancelEscrow(reference),
  ),
  made('escrow', 'expired', { id: 'escrow.expires', event: 'escrow.cancelled', waits: '24h' }),
  made(
    'escrow',
    'released',
    { id: 'escrow.released', event: 'escrow.released', ...buyer, also: EVERY_ANSWER },
    ({ merchant }, { reference }) => merchant.api.releaseEscrow(reference),
    true,
  ),
  made(
    'escrow',
    'released',
    { id: 'escrow.releases-by-itself', event: 'escrow.released', ...buyer, waits: '1h' },
    undefined,
    true,
  ),
  made(
    'escrow',
    'refunded',
    { id: 'escrow.refunded', event: 'escrow.refunded', ...buyer },
    ({ merchant }, { reference }) => merchant.api.refundEscrow(reference, {}),
    true,
  ),
  made(
    'escrow',
    'disputed',
    { id: 'escrow.disputed', event: 'escrow.disputed', ...disputed },
    (context, one) => context.buyer.disputes(context.merchant, one),
    true,
  ),
  linked(
    'APPROVED',
    { id: 'wallet-link.approved', event: 'wallet.link.approved', also: EVERY_ANSWER },
    ({ wallets, merchant }, link) => wallets.decide(merchant, link, 'approve'),
  ),
  linked('REJECTED', { id: 'wallet-link.rejected', event: 'wallet.link.rejected' }, ({ wallets, merchant }, link) =>
    wallets.decide(merchant, link, 'reject'),
  ),
  linked('EXPIRED', { id: 'wallet-link.expires', event: 'wallet.link.expired', waits: '5m' }),
  linked('REVOKED', { id: 'wallet-link.revoked', event: 'wallet.link.revoked' }, ({ merchant }, { linkId }) =>
    merchant.api.deleteWalletLink(linkId),
  ),
];

const seconds = { '5m': 300, '1h': 3_600, '24h': 86_400 } as const;

interface Row extends Change {
  /** How the attempts at its event are answered; null: its merchant has no webhook address. */
  readonly answers: readonly Answer[] | null;
  readonly words: string;
}

type Told = Pick<Row, 'answers' | 'words'>;

const refused: Told = { answers: [500], words: 'answered with 500 each time' };
const nowhere: Told = { answers: null, words: '' };

/** What else acknowledges nothing: one each, but for objects that are made with every answer. */
const others: readonly Told[] = [
  { answers: [404], words: 'answered with 404 each time' },
  { answers: ['cut'], words: 'cut off each time' },
  { answers: [301], words: 'answered with a redirect each time' },
];

/** Whether the sender gives up before that is not shown; the clock may stand still meanwhile, so only where a person acts. */
const late: Told = {
  answers: [{ status: 500, delayMs: 5_000 }, 500],
  words: 'answered only after five seconds, with 500',
};

const rows = changes.flatMap((change, turn): Row[] => {
  const all = change.also?.includes('with every answer') ?? false;
  const given = [nowhere, ...(all ? others : others.filter((_, at) => at === turn % others.length))];
  const slow = all && /^(checkout|escrow|wallet-link)/.test(change.id) ? [late] : [];
  return [refused, ...given, ...slow].map((told) => ({ ...change, ...told }));
});

/** Defines the checks of one chapter. */
export function untaken(chapter: `${string}.`): void {
  checks(
    ({ id }): RequirementId => id,
    rows.filter(({ id }) => id.startsWith(chapter)),
    ({ what, event, answers, words }) =>
      answers === null ? `${what}, though its merchant has no webhook address` : `${what}, though ${event} is ${words}`,
    async (context, { begin, event, answers, to, waits }) => {
      const { merchant, console, time } = context;
      const { reference, act, look } = await begin(context);
      if (answers === null) await console.change(merchant, { webhookUrl: null });
      else merchant.webhooks.answer({ event, reference }, answers);
      await act?.();
      if (waits !== undefined) await time.wait(seconds[waits] + 60, `it is ${to}`);

      expect(await look(to)).toHaveField('status', to);
    },
    ({ needs, waits, answers, also }) => ({
      needs: [...needs, answers === null ? 'own-merchant' : 'webhooks'],
      ...(waits !== undefined && { waits }),
      alsoInLive: answers?.length === 1 && answers[0] !== 301 && also?.includes('in live') === true,
      drawn: 1,
    }),
  );
}
