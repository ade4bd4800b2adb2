/** Sellers whose wallet has to be linked: which links count, and until when. */
import type { AnyRecord, Environment, Merchant } from '../../../reference/rules/records.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { HOUR, onFire } from '../ways.ts';
import { refusesAlso } from './escrow.support.ts';

const setting =
  "When the merchant account has the setting 'require linked wallets' on, a seller wallet without an approved link is refused with `wallet_not_linked`.";

export const found: readonly BlindMutant[] = [
  against(
    `${setting} APPROVED | DELETE by merchant, or unlinked by owner | | REVOKED`,
    mutant(
      'escrow.wallet-linked-again',
      'kind-unlinked-by-its-owner-for-good',
      "an owner who unlinks goes to a list of those who do not want the merchant: with the setting on, the wallet is refused also after its owner approved another link, and not so after the merchant's own DELETE",
      unlinkedByItsOwnerForGood(),
    ),
  ),
  against(
    `${setting} APPROVED | DELETE by merchant, or unlinked by owner | | REVOKED`,
    mutant(
      'escrow.wallet-linked-again',
      'kind-unlinked-wallet-refused-for-an-hour',
      'that a wallet is not linked any more is cached for an hour: with the setting on, one that was linked again within the hour is refused',
      unlinkedForAnHour(),
    ),
  ),
  against(
    `${setting} PENDING | owner approves with transaction PIN | | APPROVED. PENDING | nobody decides within expiresInMinutes | | EXPIRED`,
    mutant(
      'escrow.wallet-linked',
      'kind-approved-link-counts-until-it-would-expire',
      'a link counts until its expiresAt, as if it were pending still: with the setting on, an escrow for a seller who approved in time is refused afterwards',
      refusesAlso('escrow.seller-not-linked', (asked) => {
        const { service, merchant } = asked;
        const link = service.rules.functions.linkOf(merchant, seller(asked));
        return merchant.requireLinkedWallets && link !== undefined && Date.parse(link.expiresAt) < service.clock.now();
      }),
    ),
  ),
  against(
    `${setting} A merchant can ask a seller's wallet owner to link the wallet to the merchant's application.`,
    mutant(
      'escrow.wallet-linked',
      'kind-linked-wallet-of-two-merchants',
      'the wallet has one column for the merchant that it is linked to, the latest: with the setting on, a merchant with an approved link is refused once another merchant was approved too',
      linkedToTheLatest(),
    ),
  ),
];

function seller({ body }: Case): string {
  return body.text('seller.walletId') ?? '';
}

/** The wallets that their owners unlinked; a DELETE of the merchant goes through the steps of a request, an owner does not. */
function unlinkedByItsOwnerForGood(): Change {
  const refused = new WeakMap<Merchant, Set<string>>();
  const called = new WeakSet<AnyRecord>();
  return all(
    before('act', (asked, next) => {
      if (isAt(asked, 'deleteWalletLink') && asked.record) called.add(asked.record);
      return next();
    }),
    onFire((fire) => (record, on, details) => {
      const done = fire(record, on, details);
      if (!done || record.kind !== 'walletLink' || on !== 'unlink' || called.has(record)) return done;
      refused.set(record.merchant, new Set([...(refused.get(record.merchant) ?? []), record.walletId]));
      return done;
    }),
    refusesAlso('escrow.seller-not-linked', (asked) => {
      const { merchant } = asked;
      return merchant.requireLinkedWallets && refused.get(merchant)?.has(seller(asked)) === true;
    }),
  );
}

function unlinkedForAnHour(): Change {
  const unlinkedAt = new WeakMap<Merchant, Map<string, number>>();
  return all(
    onFire((fire, { clock }) => (record, on, details) => {
      const done = fire(record, on, details);
      if (!done || record.kind !== 'walletLink' || on !== 'unlink') return done;
      unlinkedAt.set(
        record.merchant,
        new Map([...(unlinkedAt.get(record.merchant) ?? []), [record.walletId, clock.now()]]),
      );
      return done;
    }),
    refusesAlso('escrow.seller-not-linked', (asked) => {
      const { merchant, service } = asked;
      const since = unlinkedAt.get(merchant)?.get(seller(asked));
      return merchant.requireLinkedWallets && since !== undefined && service.clock.now() - since < HOUR * 1_000;
    }),
  );
}

function linkedToTheLatest(): Change {
  const latest = new WeakMap<Environment, Map<string, Merchant>>();
  return all(
    onFire((fire) => (record, on, details) => {
      const done = fire(record, on, details);
      if (!done || record.kind !== 'walletLink' || on !== 'approve') return done;
      const { environment } = record.merchant;
      latest.set(environment, new Map([...(latest.get(environment) ?? []), [record.walletId, record.merchant]]));
      return done;
    }),
    refusesAlso('escrow.seller-not-linked', (asked) => {
      const { environment, merchant } = asked;
      return merchant.requireLinkedWallets && latest.get(environment)?.get(seller(asked)) !== merchant;
    }),
  );
}
