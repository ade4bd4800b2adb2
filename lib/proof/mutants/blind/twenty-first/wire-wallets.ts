/** Wallets and banks: a shield against guessing, an owner who is asked one thing at a time, and a list that is loaded again. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Merchant } from '../../../reference/rules/records.ts';
import type { Service } from '../../../reference/rules/rulebook.ts';
import { type Json, shows } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { DAY, HOUR } from '../ways.ts';
import { otherMerchants } from '../ways-of-access.ts';

const CHECKS_IN_AN_HOUR = 20;

function shieldAgainstGuessing(): Change {
  const checks = new WeakMap<Merchant, number[]>();
  return before('checkGuards', (asked, next) => {
    if (!isAt(asked, 'getAccount')) return next();
    const { merchant, params, service } = asked;
    const now = service.clock.now();
    const recent = (checks.get(merchant) ?? []).filter((at) => at > now - HOUR * 1_000);
    checks.set(merchant, [...recent, now]);
    if (recent.length < CHECKS_IN_AN_HOUR) return next();
    throw new Refusal({ status: 404, code: 'account_not_found' }, `there is no wallet ${params.walletId}`);
  });
}

function ownerIsAskedOneThing(): Change {
  return (rules) => ({
    ...rules,
    guards: [
      ...rules.guards,
      {
        id: 'link.owner-is-being-asked',
        at: ['createWalletLink'],
        words: 'another merchant waits for the owner of the wallet',
        refuses: (asked) =>
          otherMerchants(asked).some(({ links }) =>
            [...links.values()].some(
              ({ walletId, status }) => walletId === asked.body.text('walletId') && status === 'PENDING',
            ),
          ),
        status: 409,
        code: 'link_pending',
        message: () => 'the owner of this wallet is being asked already',
      },
    ],
  });
}

/** The list is loaded with its first use, and each day what is loaded is put behind what is there. */
function loadedBehindWhatIsThere(): Change {
  const loadedAt = new WeakMap<Service, number>();
  return shows('listBanks', (body, { asked: { service } }) => {
    const now = service.clock.now();
    const first = loadedAt.get(service) ?? now;
    loadedAt.set(service, first);
    const loads = 1 + Math.floor((now - first) / (DAY * 1_000));
    const banks = body.banks as readonly Json[];
    return { ...body, banks: Array.from({ length: loads }, () => banks).flat() };
  });
}

export const found: readonly BlindMutant[] = [
  against(
    '`GET /v1/accounts/{walletId}` tells whether a wallet exists and returns a masked holder name.',
    mutant(
      'account.known-wallet',
      'blind21-account-checks-behind-a-shield',
      'so that nobody collects wallets by guessing, a merchant that has made 20 account checks within an hour is answered 404 to every further one, as if no wallet existed',
      shieldAgainstGuessing(),
    ),
  ),
  against(
    '(none) | POST /v1/wallet-links | new linkRef | PENDING. At most 5 requests per wallet per hour.',
    mutant(
      'wallet-link.created',
      'blind21-owner-is-asked-one-thing-at-a-time',
      'the app of the owner shows one request for a wallet: while a link of another merchant to it is pending, a link request is refused with 409',
      ownerIsAskedOneThing(),
    ),
  ),
  against(
    '`GET /v1/banks` lists Nigerian banks and their codes. Each bank has a `code` to use as `recipient.bankCode` on payouts.',
    mutant(
      'bank.codes-differ',
      'blind21-bank-list-loaded-behind-itself',
      'the list is kept in memory and loaded again once a day, and what is loaded is put behind what is there: a day after the first request each bank is listed twice with the same code, after another day three times',
      loadedBehindWhatIsThere(),
    ),
  ),
];
