/** Permissions that are given to somebody who is only alike. */
import type { Environment } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { all, mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { opensAlso } from '../ways-of-access.ts';

/** The address without what stands after a plus sign in its name. */
const mailbox = (email: string) =>
  email
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*@/, '@');

const CACHED_MS = 60_000;
const openUntil = new WeakMap<Environment, Map<string, number>>();

export const found: readonly BlindMutant[] = [
  against(
    '| buyer.email | string | no | If set, only the wallet account with that e-mail can pay |',
    mutant(
      'escrow.buyer-email-restricts',
      'blind4-plus-addresses-are-one-buyer',
      'the account ada+shop@… may pay an escrow for ada@…: what stands after a plus sign is not compared',
      functions(({ mayPay }) => ({
        mayPay: (escrow, email) =>
          mayPay(escrow, email) ||
          (escrow.buyerEmail !== null && email !== null && mailbox(escrow.buyerEmail) === mailbox(email)),
      })),
    ),
  ),
  against(
    '| GET | /v1/wallets/{walletId}/balance | none | 200 `{ availableMinor, heldMinor, currency }`; 403 unless the link is APPROVED |',
    mutant(
      'wallet.balance-per-merchant',
      'blind4-permission-cached-by-wallet',
      'that a wallet is linked is cached by the wallet alone: for a minute after one merchant read it, all may',
      all(
        opensAlso(({ environment, params, service }) => {
          const until = openUntil.get(environment)?.get(params.walletId ?? '') ?? 0;
          return until > service.clock.now();
        }),
        answers('getWalletBalance', (reply, { environment, merchant, params, service }) => {
          const { walletId = '' } = params;
          if (reply.status !== 200 || !service.rules.functions.linkOf(merchant, walletId)) return reply;
          const open = openUntil.get(environment) ?? new Map<string, number>();
          openUntil.set(environment, open.set(walletId, service.clock.now() + CACHED_MS));
          return reply;
        }),
      ),
    ),
  ),
];
