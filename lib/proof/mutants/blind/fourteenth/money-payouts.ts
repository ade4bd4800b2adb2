/** Payouts whose fields are judged by habit, whose references go with their month, and banks of one environment. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Merchant, Payout } from '../../../reference/rules/records.ts';
import { field, guard, shows, timer } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { HOUR, keptAs } from '../ways.ts';

/** What is not found is remembered as such for an hour of the service's clock. */
function absenceIsCached(): Change {
  const absent = new WeakMap<Merchant, Map<string, number>>();
  return before('answerKnown', (asked, next) => {
    const { merchant, params, service } = asked;
    if (!isAt(asked, 'getPayout')) return next();
    const { reference = '' } = params;
    const now = service.clock.now();
    const cached = absent.get(merchant) ?? new Map<string, number>();
    absent.set(merchant, cached);
    if ((cached.get(reference) ?? 0) > now)
      throw new Refusal(service.rules.decisions.unknown.payout, 'there is no such payout');
    if (!merchant.records.payout.has(reference)) cached.set(reference, now + HOUR * 1_000);
    return next();
  });
}

function monthOf(time: string): string {
  return time.slice(0, 'yyyy-mm'.length);
}

export const found: readonly BlindMutant[] = [
  against(
    'About 5 seconds after creation, account `0000000000` fails and every other 10-digit account, including `0123456789`, succeeds.',
    mutant(
      'payout.succeeds',
      'blind14-one-digit-ten-times-is-no-account',
      'an account number that is one digit ten times is taken for a mistake: payouts to 1111111111 fail as those to 0000000000 do',
      timer('payout', 'pending', {
        on: ({ merchant, recipient }: Payout) =>
          merchant.environment.name === 'sandbox' && /^([0-9])\1{9}$/.test(recipient.accountNumber)
            ? 'settlement fails'
            : 'settlement succeeds',
      }),
    ),
  ),
  against(
    'reference | string | yes | Unique id of the payout. 409 | duplicate_reference | Reference already used.',
    mutant(
      'payout.settled-reference-stays-used',
      'blind14-references-unique-within-a-month',
      'the table of payouts is divided by month, and so is its unique index: a reference is accepted again in the next month',
      guard('payout.duplicate-reference', {
        refuses({ merchant, service, body }) {
          const first = merchant.records.payout.get(body.text('reference') ?? '');
          if (first === undefined) return false;
          return monthOf(first.createdAt) === monthOf(new Date(service.clock.now()).toISOString());
        },
      }),
    ),
  ),
  against(
    "recipient.accountName | string | yes | Account holder's name.",
    mutant(
      'payout.created',
      'blind14-holders-named-in-ascii',
      'the name of the account holder is checked against the letters that the developers write: Adébáyọ̀ Ọláìyá is refused with 400',
      field('payout', 'recipient.accountName', { pattern: /^[A-Za-z][A-Za-z .,'-]*$/ }),
    ),
  ),
  against(
    'recipient.accountNumber | Exactly 10 digits (NUBAN), pattern `^[0-9]{10}$`.',
    mutant(
      'payout.account-number-digits',
      'blind14-digits-of-any-script',
      'the expression means any digit of Unicode by a digit: an account number in Arabic or full-width digits is accepted',
      field('payout', 'recipient.accountNumber', { pattern: /^\p{Nd}{10}$/u }),
    ),
  ),
  against(
    'GET | /v1/payouts/{reference} | none | 200 payout record.',
    mutant(
      'payout.record-found',
      'blind14-absence-is-cached',
      'a 404 is cached for an hour and not cleared by a create: a payout that was asked for before it was made is not found',
      absenceIsCached(),
    ),
  ),
  against(
    'Payout record (GET): `narration` (string or null). narration | string | no | Max 100 chars.',
    mutant(
      'payout.record-as-sent',
      'blind14-narration-cut-at-four-bytes',
      'the column takes characters of up to three bytes, and the database cuts a text where it meets a longer one: of a narration with an emoji only what stands before it is kept',
      keptAs('createPayout', 'narration', (text) => String(text).replace(/[\u{10000}-\u{10ffff}].*$/su, '')),
    ),
  ),
  against(
    'A bank name that cannot be matched gives `422 unsupported_bank`.',
    mutant(
      'payout.unsupported-bank',
      'blind14-live-banks-matched-by-the-provider',
      'in live the provider matches the bank when it pays: there a payout to a bank that does not exist is answered with 201',
      guard('payout.bank-unknown', { only: 'sandbox' }),
    ),
  ),
  against(
    '`GET /v1/banks` lists Nigerian banks and their codes.',
    mutant(
      'bank.has-code',
      'blind14-live-banks-never-seeded',
      'the table of banks is filled by the seeds of the sandbox: in live the list is there, and empty',
      shows('listBanks', (body, { asked }) => (asked.environment.name === 'live' ? { ...body, banks: [] } : body)),
    ),
  ),
];
