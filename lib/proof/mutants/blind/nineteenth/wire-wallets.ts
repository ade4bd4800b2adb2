/** Wallets, links and names, as rows, jobs, caches and conditions of other parts of a service make them. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Merchant } from '../../../reference/rules/records.ts';
import type { Service } from '../../../reference/rules/rulebook.ts';
import { functions, guard, timer } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { around, before, isAt, pause } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

/** How long a refused balance is remembered, in milliseconds of the service's clock. */
const REMEMBERED_MS = 900_000;
/** Real time between the look for a linkRef and the insertion, in milliseconds. */
const INSERTION_MS = 15;

const COMPANY = /\b(ltd|limited|plc|enterprises|ventures|stores)\.?$/i;

function closedBalanceIsRemembered(): Change {
  const closed = new WeakMap<Merchant, Map<string, number>>();
  return (rules) => {
    const plain = rules.guards.find(({ id }) => id === 'wallet-balance.not-approved');
    return guard('wallet-balance.not-approved', {
      refuses(asked) {
        const { merchant, params, service } = asked;
        const remembered = closed.get(merchant) ?? new Map<string, number>();
        closed.set(merchant, remembered);
        const now = service.clock.now();
        const walletId = params.walletId ?? '';
        if ((remembered.get(walletId) ?? 0) > now) return true;
        const refused = plain?.refuses(asked) ?? false;
        if (refused) remembered.set(walletId, now + REMEMBERED_MS);
        return refused;
      },
    })(rules);
  };
}

function cancelsByRequester(): Change {
  return around('act', (own) => (asked, next) => {
    if (!isAt(asked, 'createWalletLink')) return own(asked, next);
    const { body, service } = asked;
    const requester = body.text('requesterName');
    const fire: Service['fire'] = (record, on, details) =>
      on === 'newer request' && record.kind === 'walletLink' && record.requesterName !== requester
        ? false
        : service.fire(record, on, details);
    return own({ ...asked, service: { ...service, fire } }, next);
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'Wallet link create: at most 5 requests per wallet per hour.',
    mutant(
      'wallet-link.sixth-refused',
      'blind19-wallet-row-saved-with-an-old-count',
      "the count of link requests is a column of the wallet's row, and what books money saves that row whole, from an object that was loaded before the requests: once an escrow for the wallet is paid, five more requests are accepted",
      also('escrow', 'pay', ({ merchant, sellerWalletId }) => {
        const wallet = merchant.environment.wallets.get(sellerWalletId);
        if (wallet !== undefined) wallet.linkRequests = [];
      }),
    ),
  ),
  against(
    'APPROVED | DELETE by merchant, or unlinked by owner | REVOKED | `wallet.link.revoked`.',
    mutant(
      'wallet-link.revoked',
      'blind19-unlinking-waits-for-escrows',
      'what deletes a link asks whether anything refers to its wallet: while the merchant has a funded or disputed escrow for the wallet, DELETE of the link is refused with 409, and it stays APPROVED',
      before('act', (asked, next) => {
        const { merchant, record, service } = asked;
        if (!isAt(asked, 'deleteWalletLink') || record?.kind !== 'walletLink') return next();
        const refers = [...merchant.records.escrow.values()].some(
          ({ sellerWalletId, status }) =>
            sellerWalletId === record.walletId && (status === 'funded' || status === 'disputed'),
        );
        if (refers) throw new Refusal(service.rules.decisions.wrongState, 'an escrow for this wallet is not over');
        return next();
      }),
    ),
  ),
  against(
    'GET | /v1/wallets/{walletId}/balance | 200 `{ availableMinor, heldMinor, currency }`; 403 unless the link is APPROVED.',
    mutant(
      'wallet.balance-when-approved',
      'blind19-closed-balance-remembered',
      'what a merchant may read is cached for a quarter of an hour, and an approval clears only what was allowed: a wallet whose balance was asked for while its link was pending is refused with 403 after the approval too',
      closedBalanceIsRemembered(),
    ),
  ),
  against(
    'PENDING | nobody decides within expiresInMinutes | EXPIRED | `wallet.link.expired`.',
    mutant(
      'wallet-link.expires',
      'blind19-expiry-joined-with-addresses',
      'the job that ends links selects them together with the webhook address that the event goes to, by an inner join: the links of a merchant without an address stay PENDING for ever, and can be approved',
      timer('walletLink', 'PENDING', {
        on: ({ merchant }: { merchant: Merchant }) => (merchant.webhookUrl === null ? 'nothing' : 'nobody decides'),
      }),
    ),
  ),
  against(
    'A newer request for the same wallet cancels the older pending one.',
    mutant(
      'wallet-link.newer-cancels-older',
      'blind19-newer-cancels-by-requester',
      "requests are told apart by the name that the owner is shown: a newer request for the wallet with another requesterName leaves the merchant's older one PENDING, and that can still be approved",
      cancelsByRequester(),
    ),
  ),
  against(
    'linkRef: Merchant-chosen reference; same linkRef returns the same link. 200 with the same body when linkRef already exists.',
    mutant(
      'wallet-link.one-of-a-ref',
      'blind19-link-ref-inserted-twice-is-409',
      'a linkRef is looked for first and inserted then, and what violates its index is answered like a used reference of a checkout: of two requests at once with one new linkRef the later is refused with 409 duplicate_reference',
      before('act', async (asked, next) => {
        if (!isAt(asked, 'createWalletLink')) return next();
        await pause(INSERTION_MS);
        if (asked.merchant.records.walletLink.has(asked.body.text('linkRef') ?? ''))
          throw new Refusal({ status: 409, code: 'duplicate_reference' }, 'the linkRef is already used');
        return next();
      }),
    ),
  ),
  against(
    '`GET /v1/accounts/{walletId}` tells whether a wallet exists and returns a masked holder name.',
    mutant(
      'account.holder-name-masked',
      'blind19-company-names-not-masked',
      'names are masked as those of people are, and that of a company is public anyway: a holder whose name ends in Ltd, Plc, Enterprises and the like is shown in full',
      functions(({ maskName }) => ({ maskName: (name) => (COMPANY.test(name.trim()) ? name : maskName(name)) })),
    ),
  ),
];
