/** Wallets and links that are found by something else than their id. */
import type { WalletLink } from '../../../reference/rules/records.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { answers, before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { onFire } from '../ways.ts';

function pendingIsCached(): Change {
  const kept = new WeakMap<WalletLink, string>();
  return all(
    answers('getWalletLink', (reply, { record, service }) => {
      if (reply.status !== 200 || record?.kind !== 'walletLink') return reply;
      const text = kept.get(record);
      if (text !== undefined && service.clock.now() < Date.parse(record.expiresAt)) return { ...reply, text };
      if (record.status === 'PENDING') kept.set(record, reply.text);
      return reply;
    }),
    answers(['approveWalletLink', 'rejectWalletLink', 'deleteWalletLink'], (reply, { record }) => {
      if (record?.kind === 'walletLink') kept.delete(record);
      return reply;
    }),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'PENDING | nobody decides within expiresInMinutes | EXPIRED. A newer request for the same wallet cancels the older pending one.',
    mutant(
      'wallet-link.expires',
      'blind18-newer-cancels-by-holder',
      "a newer request cancels what is pending for the wallet's holder: a request for another wallet of the same holder ends the pending link of the first, long before it expires",
      before('act', (asked, next) => {
        if (!isAt(asked, 'createWalletLink')) return next();
        const { body, environment, merchant, service } = asked;
        const walletId = body.text('walletId') ?? '';
        const holder = service.wallet(environment, walletId)?.holderName;
        for (const older of merchant.links.values())
          if (older.walletId !== walletId && service.wallet(environment, older.walletId)?.holderName === holder)
            service.fire(older, 'newer request');
        return next();
      }),
    ),
  ),
  against(
    'PENDING | owner approves with transaction PIN (sandbox: approve call) | APPROVED | `wallet.link.approved`.',
    mutant(
      'wallet-link.approved',
      'blind18-approval-of-the-wallets-latest',
      'an approval is entered for the latest pending request of its wallet, whoever made it: where another merchant has asked for the same wallet since, the link of that one becomes APPROVED, and the one that was approved stays PENDING',
      onFire((fire) => (record, on, details) => {
        if (record.kind !== 'walletLink' || on !== 'approve' || record.status !== 'PENDING')
          return fire(record, on, details);
        const everybodys = [...record.merchant.environment.merchants.values()].flatMap(({ links }) => [
          ...links.values(),
        ]);
        const pending = everybodys.filter(
          ({ status, walletId }) => status === 'PENDING' && walletId === record.walletId,
        );
        const [latest = record] = pending.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
        return fire(latest, on, details);
      }),
    ),
  ),
  against(
    'PENDING | owner approves with transaction PIN | APPROVED. GET /v1/wallet-links/{linkId} | 200 link status.',
    mutant(
      'wallet-link.decided-by-owner',
      'blind18-pending-cached-until-its-end',
      'GET of a pending link is cached until its expiresAt and forgotten when the merchant or the sandbox calls decide: once it was read, a decision of the owner is not seen before the time of the link is over',
      pendingIsCached(),
    ),
  ),
  against(
    '`GET /v1/accounts/{walletId}` tells whether a wallet exists and returns a masked holder name. seller.walletId: the 10-digit wallet id.',
    mutant(
      'account.known-wallet',
      'blind18-accounts-lose-their-zeros',
      'the wallet id in the path of the account check is read as a number: a wallet whose id begins with a zero is not found',
      before('answerKnown', (asked, next) => {
        const { walletId = '' } = asked.params;
        if (isAt(asked, 'getAccount')) asked.params = { ...asked.params, walletId: walletId.replace(/^0+/, '') };
        return next();
      }),
    ),
  ),
];
