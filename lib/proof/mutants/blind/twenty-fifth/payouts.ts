/** Payouts: names of banks, texts for banks, times, and jobs that are run again. */
import type { Delivery, Payout } from '../../../reference/rules/records.ts';
import type { Service } from '../../../reference/rules/rulebook.ts';
import { banks } from '../../../reference/rules/tables/banks.ts';
import { functions, type Json, shows, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { keptAs } from '../ways.ts';

const FAILING = '0000000000';
const REDELIVERED_FOR_S = 120;

function wordsOf(name: string): string[] {
  return name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

function nearestBank(): Change {
  return functions(({ matchBank }) => ({
    matchBank(name) {
      const asked = wordsOf(name);
      return matchBank(name) ?? banks.find((bank) => wordsOf(bank.name).some((word) => asked.includes(word)));
    },
  }));
}

function listedWithOneMore(): Change {
  return shows('listBanks', ({ banks: listed }) => ({
    banks: [...(listed as Json[]), { code: '565', name: 'Carbon' }],
  }));
}

function narrationForTheBank(): Change {
  return keptAs('createPayout', 'narration', (text) =>
    String(text)
      .normalize('NFKD')
      .replace(/[^ -~]/g, ''),
  );
}

/** The year of the week, which begins on a Sunday; the week with the first of January is the first of its year. */
function withYearOfTheWeek(time: string): string {
  const date = new Date(time);
  const saturday = new Date(date.getTime() + (6 - date.getUTCDay()) * 86_400_000);
  return `${saturday.getUTCFullYear()}${time.slice(4)}`;
}

function returnedWithEveryRetry(): Change {
  return (rules) => {
    let service: Service | undefined;
    const returns = (delivery: Delivery) => {
      const merchants = [...(service?.environments.sandbox.merchants.values() ?? [])];
      const merchant = merchants.find(({ deliveries }) => deliveries.includes(delivery));
      if (merchant) merchant.balance += merchant.records.payout.get(delivery.reference)?.amount ?? 0;
    };
    return all(
      before('limitRate', (asked, next) => {
        service = asked.service;
        return next();
      }),
      functions(({ nextAttempt }) => ({
        nextAttempt(retries, attempt, delivery) {
          if (delivery.event === 'payout.failed') returns(delivery);
          return nextAttempt(retries, attempt, delivery);
        },
      })),
    )(rules);
  };
}

function waitsBehindAFailedOne(): Change {
  return timer('payout', 'pending', {
    after: (payout: Payout) => {
      const { merchant } = payout;
      const now = Date.parse(payout.createdAt);
      const blocked = [...merchant.records.payout.values()].some(
        (each) =>
          each !== payout &&
          merchant.environment.name === 'sandbox' &&
          each.recipient.accountNumber === FAILING &&
          now - Date.parse(each.createdAt) < REDELIVERED_FOR_S * 1_000,
      );
      return blocked ? REDELIVERED_FOR_S + 5 : 5;
    },
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'A bank name that cannot be matched gives `422 unsupported_bank`.',
    mutant(
      'payout.unsupported-bank',
      'blind25-the-best-hit-is-the-bank',
      'the bank is the best hit of a full-text search, however poor: a name that shares nothing with any bank but a word such as Bank is matched',
      nearestBank(),
    ),
  ),
  against(
    '`GET /v1/banks` lists Nigerian banks and their codes.',
    mutant(
      'payout.listed-bank-accepted',
      'blind25-the-list-is-newer-than-the-matching',
      'the list is brought up to date from the switch of the banks every night, the names that payouts are matched to were written once: a bank that is new in the list is refused as unsupported',
      listedWithOneMore(),
    ),
  ),
  against(
    'narration | string | no | Max 100 chars.',
    mutant(
      'payout.record-as-sent',
      'blind25-the-narration-is-kept-as-the-bank-takes-it',
      'the narration is kept in the characters that the transfer allows: the record has it without accents and without any letter or sign beyond ASCII',
      narrationForTheBank(),
    ),
  ),
  against(
    'Timestamps are ISO 8601 date-times.',
    mutant(
      'payout.created-at-true',
      'blind25-the-year-is-that-of-the-week',
      'times of payouts are written with the pattern YYYY, the year of the week, in place of yyyy: in the week with the first of January the last days of December have the year that follows',
      shows('getPayout', (body) => ({ ...body, createdAt: withYearOfTheWeek(String(body.createdAt)) })),
    ),
  ),
  against(
    'payout.failed | A payout failed; its amount is back in the balance.',
    mutant(
      'balance.failed-payout-returns',
      'blind25-the-failed-job-returns-the-money-again',
      'the job that ends a failed payout returns the amount and then sends the webhook; where that is not acknowledged the whole job is run again: with each attempt in vain the amount is added to the balance once more',
      returnedWithEveryRetry(),
    ),
  ),
  against(
    'Sandbox: about 5 seconds after creation, account `0000000000` fails and every other 10-digit account, including `0123456789`, succeeds.',
    mutant(
      'payout.succeeds',
      'blind25-payouts-wait-behind-a-failed-one',
      'the payouts of a merchant are one group of an ordered queue, and the message of one that failed is not taken from it but delivered again for two minutes: payouts made after it in these two minutes stay pending until they are over',
      waitsBehindAFailedOne(),
    ),
  ),
];
