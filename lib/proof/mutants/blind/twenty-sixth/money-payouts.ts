/** Payouts: recipients that are saved by their holder's name. */
import type { Merchant } from '../../../reference/rules/records.ts';
import { type Change, mutant } from '../../mutant.ts';
import { before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

function savedNumber(merchant: Merchant, bankCode: string | undefined, accountName: unknown): string | undefined {
  for (const { recipient } of merchant.records.payout.values())
    if (recipient.bankCode === bankCode && recipient.accountName === accountName) return recipient.accountNumber;
  return undefined;
}

function paidToTheSavedRecipient(): Change {
  return before('act', (asked, next) => {
    const recipient = asked.body.object('recipient');
    if (asked.endpoint.name !== 'createPayout' || recipient === null) return next();
    const bank = asked.service.rules.functions.matchBank(asked.body.text('recipient.bankName') ?? '');
    const accountNumber = savedNumber(asked.merchant, bank?.code, asked.body.get('recipient.accountName'));
    if (accountNumber !== undefined) asked.body.value.recipient = { ...recipient, accountNumber };
    return next();
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'Sandbox: about 5 seconds after creation, account `0000000000` fails and every other 10-digit account, including `0123456789`, succeeds.',
    mutant(
      'payout.failing-account',
      'blind26-recipient-saved-by-name',
      "a recipient is saved by its bank and its holder's name, and found by them again: a later payout to another account of the same holder at the same bank is paid to the first account",
      paidToTheSavedRecipient(),
    ),
  ),
];
