/** Defects of what is kept, locked or counted under a name that others have too: a path without its merchant, a lock without its key, a buyer. */
import { Refusal } from '../../reference/engine/refusal.ts';
import type { Merchant, Wallet } from '../../reference/rules/records.ts';
import type { EndpointName, Reply } from '../../reference/rules/requests.ts';
import type { Case } from '../../reference/rules/rulebook.ts';
import { whenTurnedAway } from '../blind/ways.ts';
import { pages } from '../blind/ways-of-pages.ts';
import { guard } from '../change.ts';
import { all, type Change, type Mutant, mutant } from '../mutant.ts';
import { around, before, isAt, replyOf } from '../steps.ts';

const KEPT_MS = 60_000;
const LARGEST_BY_CARD = 100_000_000;
const FAILURES = 5;

/** A refusal is kept for a minute by what it was asked for, without the merchant who asked. */
function refusalsKept(
  at: EndpointName,
  status: number,
  named = pathOf,
  among: (asked: Case) => object = ({ environment }) => environment,
): Change {
  const kept = new WeakMap<object, Map<string, { reply: Reply; until: number }>>();
  return before('answerKnown', async (asked, next) => {
    if (!isAt(asked, at)) return await next();
    const { service } = asked;
    const replies = kept.get(among(asked)) ?? new Map<string, { reply: Reply; until: number }>();
    kept.set(among(asked), replies);
    const known = replies.get(named(asked));
    if (known !== undefined && service.clock.now() < known.until) return known.reply;
    const reply = await replyOf(next);
    if (reply.status === status) replies.set(named(asked), { reply, until: service.clock.now() + KEPT_MS });
    return reply;
  });
}

function pathOf({ endpoint, path }: Case): string {
  return `${endpoint.method} ${path}`;
}

/** After a key was refused at an endpoint, the endpoint refuses every key for a minute. */
function turnedAwayKept(at: EndpointName): Change {
  const until = new WeakMap<Case['service'], number>();
  return all(
    whenTurnedAway((asked) => {
      if (isAt(asked, at)) until.set(asked.service, asked.service.clock.now() + KEPT_MS);
    }),
    before('answerKnown', (asked, next) => {
      const { service } = asked;
      if (isAt(asked, at) && service.clock.now() < (until.get(service) ?? 0))
        throw new Refusal({ status: 401, code: 'unauthorized' }, 'the key is unknown');
      return next();
    }),
  );
}

/** While a request is under way, others of its merchant with the same name are refused; null: it has none. */
function lockedBy(named: (asked: Case) => string | null): Change {
  const underWay = new WeakMap<Merchant, Set<string>>();
  return around('takeTime', (own) => async (asked, next) => {
    const name = named(asked);
    if (name === null) return await own(asked, next);
    const names = underWay.get(asked.merchant) ?? new Set<string>();
    underWay.set(asked.merchant, names);
    if (names.has(name)) throw new Refusal(asked.service.rules.refusals.inProgress, 'it is still being processed');
    names.add(name);
    try {
      return await own(asked, next);
    } finally {
      names.delete(name);
    }
  });
}

/** The account check finds no such wallet where this holds. */
function hidden(when: (asked: Case, walletId: Wallet['walletId']) => boolean): Change {
  return (rules) => {
    const plain = rules.guards.find(({ id }) => id === 'account.unknown');
    return guard('account.unknown', {
      refuses: (asked) => when(asked, asked.params.walletId ?? '') || (plain?.refuses(asked) ?? false),
    })(rules);
  };
}

export const keptForOthersMutants: readonly Mutant[] = [
  mutant(
    'wallet.balance-when-approved',
    'refused-balances-kept-for-all',
    'that a wallet is not linked is kept for a minute by its path: after another merchant was refused its balance, the one that has linked it is refused too',
    refusalsKept('getWalletBalance', 403),
  ),
  mutant(
    'refund.created',
    'unknown-payments-kept-for-all',
    'that there is no such payment is kept for a minute by its reference: after another merchant asked for a refund of it, its own merchant is answered with payment_not_found',
    refusalsKept('createRefund', 404, ({ body }) => body.text('paymentReference') ?? ''),
  ),
  mutant(
    'escrow.released',
    'unknown-escrows-kept-for-all',
    'that there is no such escrow to release is kept for a minute by its path, for its own merchant too',
    refusalsKept('releaseEscrow', 404),
  ),
  mutant(
    'escrow.cancelled',
    'unknown-escrows-kept-for-both-environments',
    'that there is no such escrow to cancel is kept for a minute by its path: asked for in live, it is not there in sandbox',
    refusalsKept('cancelEscrow', 404, pathOf, ({ service }) => service),
  ),
  mutant(
    'bank.has-code',
    'unknown-keys-kept-by-path',
    'that a key is unknown is kept for a minute by the path of the bank list, without the key',
    turnedAwayKept('listBanks'),
  ),
  mutant(
    'wallet-link.status-read',
    'unknown-links-kept-for-all',
    'that there is no such link is kept for a minute by its path, for its own merchant too',
    refusalsKept('getWalletLink', 404),
  ),
  mutant(
    'idempotency.keys-differ',
    'escrow-acts-one-at-a-time',
    'while an escrow of a merchant is released, refunded or cancelled, whatever is to be done with another is refused with request_in_progress',
    lockedBy((asked) => (isAt(asked, ['releaseEscrow', 'refundEscrow', 'cancelEscrow']) ? 'escrows' : null)),
  ),
  mutant(
    'idempotency.keys-differ',
    'refunds-of-a-payment-one-at-a-time',
    'while a refund of a checkout is being created, another refund of it under another key is refused with request_in_progress',
    lockedBy((asked) => (isAt(asked, 'createRefund') ? (asked.body.text('paymentReference') ?? null) : null)),
  ),
  mutant(
    'idempotency.keys-differ',
    'locks-by-keys-in-lower-case',
    'the lock of a request under way has its key in lower case, and so has that of another key',
    lockedBy(({ endpoint, header }) =>
      endpoint.method === 'POST' ? (header('idempotency-key')?.toLowerCase() ?? null) : null,
    ),
  ),
  mutant(
    'account.known-wallet',
    'unlinked-owners-hidden',
    'an owner whose link to a merchant was revoked is to be left alone by it: the account check finds no such wallet',
    hidden(({ merchant }, id) =>
      [...merchant.links.values()].some(({ walletId, status }) => walletId === id && status === 'REVOKED'),
    ),
  ),
  mutant(
    'account.known-wallet',
    'disputed-sellers-hidden',
    'as long as an escrow for a seller is disputed, the account check of the seller finds no such wallet',
    hidden(({ merchant }, id) =>
      [...merchant.records.escrow.values()].some(
        ({ sellerWalletId, status }) => sellerWalletId === id && status === 'disputed',
      ),
    ),
  ),
  mutant(
    'page.test-card-pays',
    'cards-up-to-a-million-naira',
    'cards are taken up to a million naira: a checkout of more cannot be paid by card',
    pages(({ payCheckout, showCheckout }) => ({
      payCheckout: (service, checkout, form) =>
        checkout.status === 'pending' && checkout.amount > LARGEST_BY_CARD && form.get('method') !== 'transfer'
          ? showCheckout(service, checkout, 'Pay by bank transfer.')
          : payCheckout(service, checkout, form),
    })),
  ),
  mutant(
    'page.test-card-pays',
    'failed-payments-follow-the-buyer',
    'once five checkouts of a buyer have failed, the test card is declined on the others',
    pages(({ payCheckout, showCheckout }) => ({
      payCheckout(service, checkout, form) {
        const others = [...checkout.merchant.records.checkout.values()];
        const failed = others.filter(({ email, status }) => email === checkout.email && status === 'failed');
        return checkout.status === 'pending' && failed.length >= FAILURES
          ? showCheckout(service, checkout, 'This card was declined.')
          : payCheckout(service, checkout, form);
      },
    })),
  ),
];
