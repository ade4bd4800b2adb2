/** What the owner of a wallet decides, where it is not what a sandbox call decides. */
import type { AnyRecord, WalletLink } from '../../../reference/rules/records.ts';
import type { Service } from '../../../reference/rules/rulebook.ts';
import { addedTransition } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { around } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { onFire } from '../ways.ts';

type Fire = Service['fire'];

/** Wraps what happens to links, and tells calls of the interface from what the owner does. */
function onLinks(wrap: (fire: Fire, link: WalletLink, on: string, byCall: boolean) => boolean): Change {
  let byCall = false;
  return all(
    onFire((fire) => (record: AnyRecord, on, details) => {
      if (record.kind !== 'walletLink') return fire(record, on, details);
      return wrap(fire, record, on, byCall);
    }),
    around('act', (own) => (asked, next) => {
      byCall = true;
      try {
        return own(asked, next);
      } finally {
        byCall = false;
      }
    }),
  );
}

function oldestPending({ merchant, walletId }: WalletLink): WalletLink | undefined {
  return [...merchant.environment.merchants.values()]
    .flatMap(({ links }) => [...links.values()])
    .filter((link) => link.walletId === walletId && link.status === 'PENDING')
    .sort((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt))[0];
}

function ownerSeesTheOldest(): Change {
  return onLinks((fire, link, on, byCall) => {
    const decided = !byCall && (on === 'approve' || on === 'reject') && link.status === 'PENDING';
    return fire((decided ? oldestPending(link) : undefined) ?? link, on);
  });
}

function ownerUnlinksWhatIsSigned(): Change {
  const signed = new WeakSet<WalletLink>();
  return onLinks((fire, link, on, byCall) => {
    if (!byCall && on === 'unlink' && link.status === 'APPROVED' && !signed.has(link)) return true;
    const done = fire(link, on);
    if (done && !byCall && on === 'approve') signed.add(link);
    return done;
  });
}

function callsDoNotSeeTheOwnersNo(): Change {
  const declined = new WeakSet<WalletLink>();
  return onLinks((fire, link, on, byCall) => {
    if (byCall && on === 'approve' && declined.has(link) && link.status === 'REJECTED') link.status = 'PENDING';
    const done = fire(link, on);
    if (done && !byCall && on === 'reject') declined.add(link);
    return done;
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'PENDING | owner approves with transaction PIN | APPROVED. PENDING | owner declines | REJECTED.',
    mutant(
      'wallet-link.decided-by-owner',
      'kind-owner-decides-the-oldest-request',
      "what the owner decides is written to the oldest pending request for the wallet: where two merchants wait, the decision about the later one goes to the other merchant's",
      ownerSeesTheOldest(),
    ),
  ),
  against(
    'APPROVED | DELETE by merchant, or unlinked by owner | REVOKED.',
    mutant(
      'wallet-link.revoked-by-owner',
      'kind-owner-unlinks-what-he-signed',
      'the owner can take back what he approved with his PIN: a link that the sandbox call approved stays APPROVED when he unlinks it',
      ownerUnlinksWhatIsSigned(),
    ),
  ),
  against(
    'PENDING | owner declines (sandbox: reject call) | REJECTED.',
    mutant(
      'wallet-link.owner-changes-no-end',
      'kind-call-approves-what-the-owner-declined',
      "the sandbox calls keep their decisions apart from the owner's: a link that the owner declined is made APPROVED by the approve call",
      callsDoNotSeeTheOwnersNo(),
    ),
  ),
  against(
    'APPROVED | DELETE by merchant, or unlinked by owner | REVOKED | `wallet.link.revoked`.',
    mutant(
      'wallet-link.owner-changes-no-end',
      'kind-owner-unlinks-an-expired-link',
      'the owner can remove any merchant from the list of those who asked: a link that has expired becomes REVOKED then',
      all(
        addedTransition('walletLink', { from: 'EXPIRED', on: 'removed', to: 'REVOKED', sends: 'wallet.link.revoked' }),
        onLinks((fire, link, on, byCall) =>
          fire(link, !byCall && on === 'unlink' && link.status === 'EXPIRED' ? 'removed' : on),
        ),
      ),
    ),
  ),
];
