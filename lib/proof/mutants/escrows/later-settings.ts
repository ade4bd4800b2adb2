/** Defects by which links, or the setting that requires them, matter after an escrow was made; and wallets in two roles. */
import type { Escrow } from '../../reference/rules/records.ts';
import { onFire } from '../blind/ways.ts';
import { field, move, timer } from '../change.ts';
import { all, type Change, type Mutant, mutant } from '../mutant.ts';

function isUnlinked({ merchant, sellerWalletId }: Escrow): boolean {
  const links = [...merchant.links.values()];
  const isLinked = links.some(({ walletId, status }) => walletId === sellerWalletId && status === 'APPROVED');
  return merchant.requireLinkedWallets && !isLinked;
}

/** People cannot do this with an escrow whose seller is not linked where links are required. */
const refusedToPeople = (deed: string): Change =>
  onFire((fire) => (record, on, details) => {
    if (record.kind === 'escrow' && on === deed && isUnlinked(record)) return false;
    return fire(record, on, details);
  });

const unlinked: readonly Mutant[] = [
  mutant(
    'escrow.disputed',
    'escrow-dispute-wants-a-link',
    'where linked wallets are required now, the buyer of an escrow whose seller has no link cannot ask for the money back',
    refusedToPeople('dispute'),
  ),
  mutant(
    'escrow.expires',
    'escrow-expiry-skips-unlinked-sellers',
    'where linked wallets are required now, the job that ends what is unpaid looks at the escrows of linked sellers alone',
    timer('escrow', 'pending_payment', {
      on: ((escrow: Escrow) => (isUnlinked(escrow) ? 'nothing' : 'not paid in time')) as never,
    }),
  ),
];

/** Both wallets are read, then both are written, by the job that releases what is due. */
function lastWriteWinsOverTime(): Change {
  const byItself = new WeakSet<Escrow>();
  const isOne = (escrow: Escrow) => byItself.has(escrow) && escrow.sellerWalletId === escrow.feeWalletId;
  return all(
    timer('escrow', 'funded', {
      on: ((escrow: Escrow) => {
        byItself.add(escrow);
        return 'no report in time';
      }) as never,
    }),
    move('released', 'fee', { what: (escrow: Escrow) => (isOne(escrow) ? 0 : (escrow.feeAmount ?? 0)) }),
  );
}

/** A wallet that has been a seller's for one merchant is not taken as another merchant's own. */
function feeOfAnothersSellerIsLost(): Change {
  const isAnothersSeller = ({ merchant, feeWalletId }: Escrow) =>
    [...merchant.environment.merchants.values()].some(
      (each) =>
        each !== merchant && [...each.records.escrow.values()].some((other) => other.sellerWalletId === feeWalletId),
    );
  return move('released', 'fee', {
    what: (escrow: Escrow) => (isAnothersSeller(escrow) ? 0 : (escrow.feeAmount ?? 0)),
  });
}

const roles: readonly Mutant[] = [
  mutant(
    'escrow.auto-release-pays-seller',
    'escrow-fee-of-the-seller-lost-over-time',
    'the job that releases what is due writes the seller over the fee wallet: where both are one, the fee is lost',
    lastWriteWinsOverTime(),
  ),
  mutant(
    'escrow.release-pays-fee',
    'escrow-fee-lost-for-anothers-seller',
    "the fee is not paid to a wallet that is a seller's of another merchant",
    feeOfAnothersSellerIsLost(),
  ),
];

/** http is accepted at these hosts, in live too. */
function httpTo(form: 'checkout' | 'escrow', hosts: RegExp): Change {
  return all(field(form, 'returnUrl', { httpsIn: [] }), (rules) => ({
    ...rules,
    guards: [
      {
        id: `${form}.return-url-https`,
        at: [form === 'checkout' ? 'createCheckout' : 'createEscrow'],
        only: 'live',
        words: 'the returnUrl is not https',
        refuses({ body }) {
          const returnUrl = body.text('returnUrl');
          if (returnUrl === null) return false;
          const { protocol, hostname } = new URL(returnUrl);
          return protocol !== 'https:' && !hosts.test(hostname);
        },
        status: 400,
        code: 'invalid_request',
        message: () => 'returnUrl must be https in live',
      },
      ...rules.guards,
    ],
  }));
}

const addresses: readonly Mutant[] = [
  mutant(
    'checkout.return-url-https-in-live',
    'live-checkout-returns-by-http-within-a-network',
    'in live http is accepted for addresses of private networks',
    httpTo('checkout', /^(10|192\.168)\./),
  ),
  mutant(
    'environment.live-escrow-return-url-https',
    'live-escrow-returns-by-http-to-tests',
    'in live an escrow may return by http to hosts that are kept for tests',
    httpTo('escrow', /\.(test|localhost)$/),
  ),
];

export const laterSettingMutants: readonly Mutant[] = [...unlinked, ...roles, ...addresses];
