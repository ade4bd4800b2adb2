import type { RequirementId } from '../../../register/index.ts';
import { type Exchange, integerIn, objectOf, textIn } from '../../events.ts';
import { refundedOf } from '../../operations.ts';
import type { Thing, Violation, Watcher } from '../../things.ts';
import type { World } from '../../world.ts';

// "Escrow release pays the seller the amount less `feeAmount`" (behaviour rule 6), "the commission is paid" to
// `feeWalletId` (Escrow), and of a refund in part "the remainder goes to the seller". Only for wallets that control
// made in this run: nothing else moves their money.

/** Milliseconds of the target's time after which a wallet certainly shows what has happened: how long that may take is not shown. */
const SHOWN_MS = 73 * 3_600_000;

interface Bounds {
  least: number;
  most: number;
}

interface Read {
  readonly exchange: Exchange;
  readonly walletId: string;
  readonly earliest: number;
}

/** Judges the `availableMinor` of wallets at the end, when most is known. */
export class Wallets implements Watcher {
  readonly #world: World;
  readonly #reads: Read[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  answered(exchange: Exchange): Violation[] {
    const { method, path, status, credentials } = exchange;
    const [collection, walletId = '', what] = path;
    if (method !== 'GET' || collection !== 'wallets' || what !== 'balance' || path.length !== 3) return [];
    if (status !== 200 || credentials !== 'own') return [];
    this.#reads.push({ exchange, walletId, earliest: this.#world.time.at(exchange.began).earliest });
    return [];
  }

  conclude(): Violation[] {
    const escrows = [...this.#world.things].filter(({ kind }) => kind === 'escrow');
    // An escrow whose creation is unknown may concern any wallet.
    if (escrows.some(({ creation, operations }) => creation === null && operations.length > 0)) return [];
    const byWallet = new Map<string, Thing[]>();
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
      const made = this.#world.wallets.once(read.exchange.environment, read.walletId);
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

const sellerOf = ({ body }: Pick<Thing, 'body'>) => textIn(objectOf(body)?.seller, 'walletId');
const feeWalletOf = ({ body }: Thing) => textIn(body, 'feeWalletId');

function boundsOf(escrows: readonly Thing[], { exchange, walletId, earliest }: Read, balance: number): Bounds | null {
  const bounds: Bounds = { least: balance, most: balance };
  for (const escrow of escrows) {
    const { body, life, sureSince, creation } = escrow;
    const amount = integerIn(body, 'amount');
    const fee = objectOf(body)?.feeAmount == null ? 0 : integerIn(body, 'feeAmount');
    if (amount === null || fee === null || fee < 0 || fee > amount || escrow.isBroken) return null;
    if (creation === null || creation.began > exchange.ended) continue;
    const may = (state: string) => life.possible.has(state);
    // What a refund after the release does to the seller is not shown.
    if (may('refunded') && (sureSince.has('released') || may('released'))) return null;
    const isShown = (state: string) => earliest - (sureSince.get(state) ?? Number.POSITIVE_INFINITY) > SHOWN_MS;
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
function remainderOf({ operations }: Thing, amount: number): number | null {
  const [asked, ...more] = operations.filter(({ operation }) => operation === 'refund');
  const refunded = asked === undefined || more.length > 0 ? null : refundedOf(asked.exchange.body, amount);
  return refunded === null ? null : amount - refunded;
}

function violation(
  { exchange, walletId }: Read,
  escrows: readonly Thing[],
  shown: number,
  { least, most }: Bounds,
): Violation {
  const history = escrows.map(({ subject, body, life }) => {
    const fee = objectOf(body)?.feeAmount == null ? '' : ` with a fee of ${integerIn(body, 'feeAmount')}`;
    const role = sellerOf({ body }) === walletId ? 'seller' : 'fee wallet';
    return `${subject} of ${integerIn(body, 'amount')}${fee} (${role}): ${[...life.possible].join(' or ')}`;
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

function requirementOf(escrows: readonly Thing[], walletId: string, isTooMuch: boolean): RequirementId {
  const is = (state: string) => escrows.some(({ life }) => life.possible.size === 1 && life.possible.has(state));
  const isPaidNow = is('released') || is('refunded');
  if (escrows.length === 0) return 'wallet.balance-amount';
  if (isTooMuch && !isPaidNow) return 'escrow.funding-is-held';
  if (is('refunded') && !is('released')) return 'escrow.refund-pays-remainder';
  const how = new Set(escrows.flatMap(({ life, last }) => (life.possible.has('released') ? last : [])));
  const isSeller = escrows.some((escrow) => sellerOf(escrow) === walletId);
  if (how.size === 1 && how.has('buyer release')) return 'escrow.buyer-release-pays';
  if (how.size === 1 && how.has('time'))
    return isSeller ? 'escrow.auto-release-pays-seller' : 'escrow.auto-release-pays-fee';
  return isSeller ? 'escrow.release-pays-seller' : 'escrow.release-pays-fee';
}
