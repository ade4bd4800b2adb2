/** Payouts: recipients that are known already, and settlement at the end of a day and of a month. */
import type { Merchant } from '../../../reference/rules/records.ts';
import { event } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { inTime, keptAs } from '../ways.ts';
import { onTime, refusesAlso } from './timers.support.ts';

function firstAccountOfAName(): Change {
  const known = new WeakMap<Merchant, Map<string, unknown>>();
  return before('act', ({ endpoint, merchant, body }, next) => {
    if (endpoint.name !== 'createPayout') return next();
    const accounts = known.get(merchant) ?? new Map<string, unknown>();
    known.set(merchant, accounts);
    const name = body.text('recipient.accountName') ?? '';
    const account = accounts.get(name) ?? body.get('recipient.accountNumber');
    accounts.set(name, account);
    Object.assign(body.object('recipient') ?? {}, { accountNumber: account });
    return next();
  });
}

function untilTheFirst({ createdAt }: { createdAt: string }): number {
  const at = new Date(createdAt);
  return (Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1, 2) - at.getTime()) / 1_000;
}

export const found: readonly BlindMutant[] = [
  against(
    'account `0000000000` fails and every other 10-digit account, including `0123456789`, succeeds',
    mutant(
      'payout.succeeds',
      'blind29-first-account-of-a-name',
      'recipients are saved for the merchant by the name of the holder: a later payout to the same name goes to the account that was given first, also where that one was wrong and has been corrected',
      firstAccountOfAName(),
    ),
  ),
  against(
    'narration | string | no | Max 100 chars',
    mutant(
      'payout.record-as-sent',
      'blind29-apostrophe-is-doubled',
      'the narration is escaped for the statement and given to it as a parameter as well, so that an apostrophe comes back as two',
      keptAs('createPayout', 'narration', (text) => String(text).replaceAll("'", "''")),
    ),
  ),
  against(
    'amountMinor | integer | kobo',
    mutant(
      'webhook.payout-succeeded-amount',
      'blind29-payout-told-as-a-short-float',
      'the message between payouts and webhooks has the amount as a float of 32 bits, so that from 16,777,217 kobo on the event has a neighbour of the amount',
      event('payout.succeeded', (carried) => ({ ...carried, amountMinor: Math.fround(Number(carried.amountMinor)) })),
    ),
  ),
  against(
    'Sandbox: about 5 seconds after creation, account `0000000000` fails and every other 10-digit account, including `0123456789`, succeeds.',
    mutant(
      'payout.succeeds',
      'blind29-not-settled-over-midnight',
      'the settlement takes the payouts of the present day alone: one that is made a few seconds before midnight UTC belongs to a day that is over when its turn comes, and stays pending',
      onTime('payout', 'pending', ({ createdAt }, plain) =>
        new Date(Date.parse(createdAt) + 5_000).toISOString().slice(0, 10) === createdAt.slice(0, 10) ? plain : 'over',
      ),
    ),
  ),
  against(
    'pending | settlement | failure | failed | `payout.failed` sent; amount returns to the available balance',
    mutant(
      'payout.failed-is-final',
      'blind29-failed-payouts-go-out-with-the-month',
      'on the first of a month what could not be paid in the one before is sent once more, as it is with suppliers: a failed payout becomes succeeded',
      inTime('payout', { from: 'failed', to: 'succeeded', sends: 'payout.succeeded' }, untilTheFirst),
    ),
  ),
  against(
    '`GET /v1/banks` lists Nigerian banks and their codes.',
    mutant(
      'payout.listed-bank-accepted',
      'blind29-live-pays-to-three-digit-banks',
      'the list has the banks of the newer scheme too, with codes of five and six digits; live payouts still go over the older one, which knows none of them, and answer unsupported_bank',
      refusesAlso('payout.bank-unknown', ({ service, environment, body }) => {
        const bank = service.rules.functions.matchBank(body.text('recipient.bankName') ?? '');
        return environment.name === 'live' && (bank?.code.length ?? 0) > 3;
      }),
    ),
  ),
];
