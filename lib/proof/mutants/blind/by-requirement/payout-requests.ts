/** Payouts whose fields are converted, or measured otherwise than they were sent. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { field, functions } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, coerces, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { bodyAs, keptAs, parsed } from '../ways.ts';

const KOBO_PER_NAIRA = 100;
const NARRATION_LENGTH = 100;
/** What a column for the narration holds in UTF-8. */
const NARRATION_BYTES = 255;
const TWO_TO_32 = 2 ** 32;
/** Codes of banks proper have three digits; wallets and microfinance banks have longer ones. */
const BANK_CODE_LENGTH = 3;
const WALLETS_MINIMUM = 20_000;
const SHORTEST_WALLET_NUMBER = 7;
/** The stamp duty on transfers, and from which amount it is due. */
const DUTY = { kobo: 5_000, from: 1_000_000 };

/** The body is refused with 400 for one more reason. */
function refuses(when: (asked: Case) => string | null): Change {
  return before('answerKnown', (asked, next) => {
    const problem = isAt(asked, 'createPayout') ? when(asked) : null;
    if (problem !== null) throw new Refusal(asked.service.rules.refusals.invalid, problem);
    return next();
  });
}

function goesToWallet({ body, service }: Case): boolean {
  const bank = service.rules.functions.matchBank(body.text('recipient.bankName') ?? '');
  return bank !== undefined && bank.code.length > BANK_CODE_LENGTH;
}

/** The pattern for ten digits is applied to banks proper only; numbers of wallets are phone numbers, some without their area code. */
function shortNumbersOfWallets(): Change {
  return all(
    field('payout', 'recipient.accountNumber', { pattern: /^[0-9]{1,10}$/ }),
    refuses((asked) => {
      const { length } = asked.body.text('recipient.accountNumber') ?? '';
      const enough = length === 10 || (length >= SHORTEST_WALLET_NUMBER && goesToWallet(asked));
      return enough ? null : 'recipient.accountNumber must have 10 digits';
    }),
  );
}

/** The words of the text that fit into a narration. */
function wrapped(text: string): string {
  if ([...text].length <= NARRATION_LENGTH) return text;
  const start = [...text].slice(0, NARRATION_LENGTH).join('');
  const end = start.lastIndexOf(' ');
  return end > 0 ? start.slice(0, end) : text;
}

export const found: readonly BlindMutant[] = [
  against(
    'Payout amount: min 10,000, max 2,000,000,000 kobo. All amounts are integers in minor units (kobo).',
    mutant(
      'payout.amount-smallest',
      'kind-payouts-in-whole-naira',
      'banks are paid in whole naira: a payout with some kobo, such as 10,050, is refused with 400',
      refuses(({ body }) =>
        (body.integer('amount') ?? 0) % KOBO_PER_NAIRA === 0 ? null : 'amount must be in whole naira',
      ),
    ),
  ),
  against(
    'Payout amount: min 10,000, max 2,000,000,000 kobo.',
    mutant(
      'payout.amount-smallest',
      'kind-wallets-have-a-minimum-of-their-own',
      'payouts to OPay, PalmPay and microfinance banks have a minimum of their own: one of 10,000 kobo is refused with 400, though other banks take it',
      refuses((asked) =>
        goesToWallet(asked) && (asked.body.integer('amount') ?? 0) < WALLETS_MINIMUM
          ? `amount must be at least ${WALLETS_MINIMUM} for this bank`
          : null,
      ),
    ),
  ),
  against(
    'All amounts are integers in minor units (kobo). Payout record: amount (integer).',
    mutant(
      'payout.amount-kept',
      'kind-payout-through-naira',
      'the amount is converted to naira and back, and cut to an integer: some amounts lose a kobo on the way, such as 12,814',
      keptAs('createPayout', 'amount', (amount) => Math.trunc((Number(amount) / KOBO_PER_NAIRA) * KOBO_PER_NAIRA)),
    ),
  ),
  against(
    'Payout amount: max 2,000,000,000 kobo.',
    mutant(
      'payout.amount-too-large',
      'kind-large-payout-wraps',
      'an amount is read as an unsigned integer of 32 bits: 2^32 and 10,000 kobo are accepted as 10,000',
      coerces('createPayout', 'amount', (amount) =>
        Number.isSafeInteger(amount) && Number(amount) >= TWO_TO_32 ? Number(amount) % TWO_TO_32 : amount,
      ),
    ),
  ),
  against(
    'amount: integer. 400 invalid_request: Invalid request.',
    mutant(
      'payout.amount-integer',
      'kind-payout-amount-in-a-list',
      'a list of one integer is converted to a number, and taken as the amount of a payout',
      coerces('createPayout', 'amount', (amount) =>
        Array.isArray(amount) && amount.length === 1 && Number.isInteger(amount[0]) ? amount[0] : amount,
      ),
    ),
  ),
  against(
    'Payout narration: max 100 chars.',
    mutant(
      'payout.narration-too-long',
      'kind-narration-measured-by-its-lines',
      'the length of a narration is checked with a pattern for one line: 101 characters and more are accepted where there is a line break among them',
      field('payout', 'narration', { maxLength: Number.POSITIVE_INFINITY }),
      refuses(({ body }) => {
        const lines = (body.text('narration') ?? '').split('\n');
        const longest = Math.max(...lines.map((line) => [...line].length));
        return longest > NARRATION_LENGTH ? `narration must have at most ${NARRATION_LENGTH} characters` : null;
      }),
    ),
  ),
  against(
    'Payout narration: max 100 chars.',
    mutant(
      'payout.narration-longest',
      'kind-narration-of-255-bytes',
      'the column of the narration has 255 bytes: 100 letters of two bytes are accepted, 100 characters of three are refused with 400',
      refuses(({ body }) =>
        Buffer.byteLength(body.text('narration') ?? '') > NARRATION_BYTES ? 'narration is too long' : null,
      ),
    ),
  ),
  against(
    'Payout account number: exactly 10 digits, pattern `^[0-9]{10}$`.',
    mutant(
      'payout.account-number-digits',
      'kind-account-number-without-its-separators',
      'blanks and hyphens between digits are removed before an account number is checked: 0123 456-789 and the like are accepted where ten digits remain',
      coerces('createPayout', 'recipient.accountNumber', (value) =>
        typeof value === 'string' ? value.replace(/(?<=[0-9])[ -](?=[0-9])/g, '') : value,
      ),
    ),
  ),
  against(
    'Payout account number: exactly 10 digits. 400 invalid_request: Invalid request, e.g. payout account number not 10 digits.',
    mutant(
      'payout.account-number-too-short',
      'kind-short-numbers-of-wallets',
      'OPay, PalmPay and microfinance banks number accounts by phone: there seven digits and more are accepted',
      shortNumbersOfWallets(),
    ),
  ),
  against(
    'The banks list: GET /v1/banks lists Nigerian banks. 422 unsupported_bank: Bank name cannot be matched.',
    mutant(
      'payout.listed-bank-accepted',
      'kind-only-banks-with-three-digits',
      'payouts go through a scheme whose bank codes have three digits: the listed banks with longer codes are refused with 422 unsupported_bank',
      functions(({ matchBank }) => ({
        matchBank(name) {
          const bank = matchBank(name);
          return bank?.code.length === BANK_CODE_LENGTH ? bank : undefined;
        },
      })),
    ),
  ),
  against(
    'Bodies are JSON. POST | /v1/payouts | Payout create body | 201.',
    mutant(
      'payout.body-object',
      'kind-payout-in-a-text',
      'a body that was written as JSON twice is read twice: a text that holds the JSON of a payout is taken as payout',
      bodyAs('createPayout', (value) => (typeof value === 'string' ? (parsed(value) ?? value) : value)),
    ),
  ),
  against(
    'Payout record: amount (integer). All amounts are integers in minor units (kobo).',
    mutant(
      'payout.amount-kept',
      'kind-payout-less-the-stamp-duty',
      'the stamp duty is taken from what is transferred: the record of a payout of 1,000,000 kobo or more has 5,000 less than was sent',
      keptAs('createPayout', 'amount', (amount) => Number(amount) - (Number(amount) >= DUTY.from ? DUTY.kobo : 0)),
    ),
  ),
  against(
    'Payout narration: max 100 chars. 400 invalid_request: Invalid request.',
    mutant(
      'payout.narration-too-long',
      'kind-long-narration-cut-between-words',
      'a narration that is too long is cut between two words and accepted; only one without blanks is refused',
      coerces('createPayout', 'narration', (text) => (typeof text === 'string' ? wrapped(text) : text)),
    ),
  ),
];
