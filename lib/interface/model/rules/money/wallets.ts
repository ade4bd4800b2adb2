import type { RequirementId } from '../../../register/index.ts';
import { type Exchange, integerIn, objectOf, textIn } from '../../events.ts';
import type { ModelObject, Rule, Violation } from '../../model-object.ts';
import type { ModelState } from '../../model-state.ts';
import { refundedKobo } from '../../operations.ts';
import { MAX_BALANCE_DELAY_MS } from './accounts.ts';

// "Escrow release pays the seller the amount less `feeAmount`" (behaviour rule 6), "the commission is paid" to
// `feeWalletId` (Escrow), and of a refund in part "the remainder goes to the seller". Only for wallets that control
// made in this run: nothing else moves their money.

interface WalletBounds {
  least: number;
  most: number;
}

interface WalletRead {
  readonly exchange: Exchange;
  readonly walletId: string;
  readonly earliest: number;
}

/** Judges the `availableMinor` of wallets at the end, when most is known. */
export class Wallets implements Rule {
  readonly #model: ModelState;
  readonly #reads: WalletRead[] = [];

  constructor(model: ModelState) {
    this.#model = model;
  }

  onResponse(exchange: Exchange): Violation[] {
    const { method, path, status, credentials } = exchange;
    const [collection, walletId = '', what] = path;
    if (method !== 'GET' || collection !== 'wallets' || what !== 'balance' || path.length !== 3) return [];
    if (status !== 200 || credentials !== 'own') return [];
    this.#reads.push({ exchange, walletId, earliest: this.#model.time.boundsAt(exchange.began).earliest });
    return [];
  }

  conclude(): Violation[] {
    const escrows = [...this.#model.objects].filter(({ kind }) => kind === 'escrow');
    // An escrow whose creation is unknown may concern any wallet.
    if (escrows.some(({ creation, operations }) => creation === null && operations.length > 0)) return [];
    const byWallet = new Map<string, ModelObject[]>();
    for (const escrow of escrows) {
      if (escrow.creation === null) continue;
      for (const walletId of new Set([sellerOf(escrow), feeWalletOf(escrow)])) {
        const name = `${escrow.environment} ${walletId}`;
        const known = byWallet.get(name) ?? [];
        byWallet.set(name, known);
        known.push(escrow);
      }
    }
    const found = this.#reads.flatMap((read) => {
      const made = this.#model.wallets.onlyStep(read.exchange.environment, read.walletId);
      const balance = integerIn(made?.body, 'balanceMinor');
      const shown = integerIn(read.exchange.json, 'availableMinor');
      const own = byWallet.get(`${read.exchange.environment} ${read.walletId}`) ?? [];
      if (made === null || balance === null || shown === null) return [];
      // Payments for earlier escrows may be part of the balance that control set, or be added to it.
      const wasAfter = (began = 0) => began > made.ended;
      if (!wasAfter(read.exchange.began) || !own.every(({ creation }) => wasAfter(creation?.began))) return [];
      const bounds = boundsOf(own, read, balance);
      if (bounds === null || (shown >= bounds.least && shown <= bounds.most)) return [];
      return violation(read, own, shown, bounds);
    });
    return found.slice(0, 1);
  }
}

const sellerOf = ({ body }: Pick<ModelObject, 'body'>) => textIn(objectOf(body)?.seller, 'walletId');
const feeWalletOf = ({ body }: ModelObject) => textIn(body, 'feeWalletId');

function boundsOf(
  escrows: readonly ModelObject[],
  { exchange, walletId, earliest }: WalletRead,
  balance: number,
): WalletBounds | null {
  const bounds: WalletBounds = { least: balance, most: balance };
  for (const escrow of escrows) {
    const { body, possible, certainSince, creation } = escrow;
    const amount = integerIn(body, 'amount');
    const fee = objectOf(body)?.feeAmount == null ? 0 : integerIn(body, 'feeAmount');
    if (amount === null || fee === null || fee < 0 || fee > amount || escrow.isBroken) return null;
    if (creation === null || creation.began > exchange.ended) continue;
    const may = (state: string) => possible.states.has(state);
    // What a refund after the release does to the seller is not shown.
    if (may('refunded') && (certainSince.has('released') || may('released'))) return null;
    const isShown = (state: string) =>
      earliest - (certainSince.get(state) ?? Number.POSITIVE_INFINITY) > MAX_BALANCE_DELAY_MS;
    const isSeller = sellerOf(escrow) === walletId;
    const isFee = feeWalletOf(escrow) === walletId;
    if (may('released')) {
      const due = (isSeller ? amount - fee : 0) + (isFee ? fee : 0);
      bounds.most += due;
      if (isShown('released')) bounds.least += due;
    }
    if (may('refunded')) {
      const rest = remainderOf(escrow, amount);
      // Whether the fee is taken from the remainder is not shown.
      bounds.most += (isSeller ? (rest ?? amount) : 0) + (isFee && rest !== 0 ? fee : 0);
      if (isShown('refunded') && isSeller) bounds.least += Math.max(0, (rest ?? 0) - fee);
    }
  }
  return bounds;
}

/** What the seller gets of a refund in part; null where it is unknown which of several refunds was carried out. */
function remainderOf({ operations }: ModelObject, amount: number): number | null {
  const [asked, ...more] = operations.filter(({ operation }) => operation === 'refund');
  const refunded = asked === undefined || more.length > 0 ? null : refundedKobo(asked.exchange.body, amount);
  return refunded === null ? null : amount - refunded;
}

function violation(
  { exchange, walletId }: WalletRead,
  escrows: readonly ModelObject[],
  shown: number,
  { least, most }: WalletBounds,
): Violation {
  const history = escrows.map(({ subject, body, possible }) => {
    const fee = objectOf(body)?.feeAmount == null ? '' : ` with a fee of ${integerIn(body, 'feeAmount')}`;
    const role = sellerOf({ body }) === walletId ? 'seller' : 'fee wallet';
    return `${subject} of ${integerIn(body, 'amount')}${fee} (${role}): ${[...possible.states].join(' or ')}`;
  });
  return {
    requirement: requirementOf(escrows, walletId, shown > most),
    subject: `wallet ${walletId}`,
    history,
    what: `GET of its balance shows \`availableMinor\` ${shown}`,
    allowed: least === most ? String(least) : `from ${least} to ${most}`,
    exchanges: [...new Set([...escrows.flatMap(({ evidence }) => evidence), exchange.id])],
    webhooks: [],
  };
}

function requirementOf(escrows: readonly ModelObject[], walletId: string, isTooMuch: boolean): RequirementId {
  const is = (state: string) =>
    escrows.some(({ possible }) => possible.states.size === 1 && possible.states.has(state));
  const isPaidNow = is('released') || is('refunded');
  if (escrows.length === 0) return 'wallet.balance-amount';
  if (isTooMuch && !isPaidNow) return 'escrow.funding-is-held';
  if (is('refunded') && !is('released')) return 'escrow.refund-pays-remainder';
  const how = new Set(
    escrows.flatMap(({ possible, lastChange: last }) => (possible.states.has('released') ? last : [])),
  );
  const isSeller = escrows.some((escrow) => sellerOf(escrow) === walletId);
  if (how.size === 1 && how.has('buyer release')) return 'escrow.buyer-release-pays';
  if (how.size === 1 && how.has('time'))
    return isSeller ? 'escrow.auto-release-pays-seller' : 'escrow.auto-release-pays-fee';
  return isSeller ? 'escrow.release-pays-seller' : 'escrow.release-pays-fee';
}
