/** Links that another linkRef finds, links that are deleted, and link events with a wrong name or id. */
import type { WalletLink } from '../../../reference/rules/records.ts';
import { endpoint, event } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, DAY, inTime } from '../ways.ts';

/** The column compares as MySQL does by default. */
function refsWithoutCase(): Change {
  return (rules) => {
    const plain = rules.endpoints.find(({ name }) => name === 'createWalletLink')?.already;
    if (plain === undefined) throw new Error('no known linkRef is answered');
    return endpoint('createWalletLink', {
      already: {
        ...plain,
        finds({ merchant, body }) {
          const sent = body.text('linkRef')?.toLowerCase();
          return [...merchant.records.walletLink.values()].find(({ reference }) => reference.toLowerCase() === sent);
        },
      },
    })(rules);
  };
}

function swept(status: 'REJECTED' | 'EXPIRED'): Change {
  return all(
    inTime('walletLink', { from: status, to: status, sends: null }, DAY),
    also('walletLink', `in time ${status} ${status}`, (link: WalletLink) => {
      const { links, records } = link.merchant;
      links.delete(link.id);
      if (records.walletLink.get(link.reference) === link) records.walletLink.delete(link.reference);
    }),
  );
}

function ownerTellsTheRef(): Change {
  const called = new WeakSet<object>();
  return all(
    before('act', (asked, next) => {
      if (isAt(asked, 'deleteWalletLink') && asked.record) called.add(asked.record);
      return next();
    }),
    event('wallet.link.revoked', (carried, record) =>
      called.has(record) ? carried : { ...carried, reference: carried.linkRef },
    ),
  );
}

function maskedInLive(): Change {
  return (rules) =>
    event('wallet.link.approved', (carried, record) => {
      const { merchant } = record as unknown as WalletLink;
      if (merchant.environment.name !== 'live') return carried;
      return { ...carried, walletName: rules.functions.maskName(String(carried.walletName)) };
    })(rules);
}

export const found: readonly BlindMutant[] = [
  against(
    'linkRef: Merchant-chosen reference; same linkRef returns the same link. (none) | POST /v1/wallet-links | new linkRef | PENDING.',
    mutant(
      'wallet-link.created',
      'blind15-link-refs-without-case',
      'the column of the linkRef is compared without case: a request with SELLER-b after one with seller-B, for another wallet, is answered with 200 and the link of the first',
      refsWithoutCase(),
    ),
  ),
  against(
    '201; 200 with the same body when linkRef already exists. same linkRef returns the same link.',
    mutant(
      'wallet-link.known-ref-later',
      'blind15-links-without-consent-swept',
      'a nightly job sweeps out the links that came to nothing: a day after a link was rejected or has expired, GET of it is 404, and its linkRef makes a new link',
      swept('REJECTED'),
      swept('EXPIRED'),
    ),
  ),
  against(
    'Wallet-link events carry the body `{ id, event, reference (equal to linkId), linkId, linkRef, walletId, walletName, occurredAt }`. wallet.link.revoked: Unlinked by owner or merchant.',
    mutant(
      'webhook.link-payload',
      'blind15-owner-unlinks-by-the-ref',
      "when the owner unlinks, the event comes from the wallet's side, which fills reference as for checkouts: it is the linkRef, where that of a merchant's DELETE is the linkId",
      ownerTellsTheRef(),
    ),
  ),
  against(
    'walletName: Masked holder name on create; registered holder name in the `wallet.link.approved` event. Two fully separate environments exist.',
    mutant(
      'webhook.live-payload',
      'blind15-approved-name-masked-in-live',
      'in live, where names are real, the name is masked in wallet.link.approved too',
      maskedInLive(),
    ),
  ),
];
