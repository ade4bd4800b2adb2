/** The limits of an escrow, at a value, beside another field, or in one environment. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { field } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { before, coerces, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

export const found: readonly BlindMutant[] = [
  against(
    'Escrow amount | min 10,000 kobo. feeAmount | integer | no | Merchant commission in kobo',
    mutant(
      'escrow.amount-smallest',
      'kind-smallest-amount-after-the-fee',
      'the minimum is asked of what is left after the fee: 10,000 kobo with a fee are refused',
      invalid((asked) => {
        const fee = asked.body.integer('feeAmount') ?? 0;
        return fee > 0 && (asked.body.integer('amount') ?? 0) - fee < 10_000;
      }),
    ),
  ),
  against(
    'amount | integer | yes | Kobo. Min 10,000. Two fully separate environments exist, sandbox and live.',
    mutant(
      'escrow.amount-smallest',
      'kind-smallest-amount-shut-out-in-live',
      'in live an amount has to be above the minimum: exactly 10,000 kobo are refused there',
      invalid(({ body, environment }) => environment.name === 'live' && body.integer('amount') === 10_000),
    ),
  ),
  against(
    'amount | integer | yes | Kobo. Min 10,000',
    mutant(
      'escrow.amount-too-small',
      'kind-negative-amount-without-its-sign',
      'the sign of an amount is dropped: -20000 is accepted as 20,000 kobo',
      coerces('createEscrow', 'amount', (value) => (typeof value === 'number' ? Math.abs(value) : value)),
    ),
  ),
  against(
    'Escrow amount | min 10,000 kobo',
    mutant(
      'escrow.amount-too-small',
      'kind-amount-of-nothing-is-the-smallest',
      'an amount of 0 is none, and stands for the smallest: 0 is accepted, and 10,000 kobo are held',
      coerces('createEscrow', 'amount', (value) => (value === 0 ? 10_000 : value)),
    ),
  ),
  against(
    'autoReleaseHours | integer | no | 1 to 720. Default 72. feeAmount | integer | no',
    mutant(
      'escrow.auto-release-shortest',
      'kind-shortest-release-not-with-a-fee',
      'a fee is booked by a job of the night: with a fee fewer than 24 autoReleaseHours are refused',
      invalid(({ body }) => body.integer('feeAmount') !== null && (body.integer('autoReleaseHours') ?? 24) < 24),
    ),
  ),
  against(
    'autoReleaseHours | integer | no | 1 to 720. Default 72. Two fully separate environments exist, sandbox and live.',
    mutant(
      'escrow.auto-release-shortest',
      'kind-shortest-release-shut-out-in-live',
      'short hours are for tests: in live an autoReleaseHours of 1 is refused',
      invalid(({ body, environment }) => environment.name === 'live' && body.integer('autoReleaseHours') === 1),
    ),
  ),
  against(
    'Escrow autoReleaseHours | 1 to 720, default 72. Escrow expiry | 24 hours unpaid',
    mutant(
      'escrow.auto-release-longest',
      'kind-longest-release-includes-the-expiry-in-live',
      'in live 720 hours are the longest life of an escrow, the day in which it may be paid included: more than 696 autoReleaseHours are refused',
      invalid(({ body, environment }) => environment.name === 'live' && (body.integer('autoReleaseHours') ?? 0) > 696),
    ),
  ),
  against(
    'autoReleaseHours | integer | no | 1 to 720. Default 72. feeAmount | integer | no',
    mutant(
      'escrow.auto-release-longest',
      'kind-longest-release-not-with-a-fee',
      'a commission has to be earned within two weeks: with a fee more than 336 autoReleaseHours are refused',
      invalid(({ body }) => body.integer('feeAmount') !== null && (body.integer('autoReleaseHours') ?? 0) > 336),
    ),
  ),
  against(
    'autoReleaseHours | integer | no | 1 to 720. Default 72. Two fully separate environments exist, sandbox and live.',
    mutant(
      'escrow.auto-release-too-short',
      'kind-no-hours-in-live-are-the-longest',
      'an autoReleaseHours of 0 is that of merchants who want no automatic release: in live it is accepted, and stands for 720',
      before('checkFields', (asked, next) => {
        const { body, environment } = asked;
        if (isAt(asked, 'createEscrow') && environment.name === 'live' && body.get('autoReleaseHours') === 0)
          body.value.autoReleaseHours = 720;
        return next();
      }),
    ),
  ),
  against(
    'autoReleaseHours | integer | no | 1 to 720. Default 72',
    mutant(
      'escrow.auto-release-too-short',
      'kind-minus-one-is-the-default',
      'an autoReleaseHours of -1 stands for the default: it is accepted, while 0 and -2 are refused',
      coerces('createEscrow', 'autoReleaseHours', (value) => (value === -1 ? 72 : value)),
    ),
  ),
  against(
    'Escrow autoReleaseHours | 1 to 720, default 72',
    mutant(
      'escrow.auto-release-too-long',
      'kind-month-of-31-days',
      'the longest time is a month, and one of 31 days too: 744 is accepted, while 721 and 745 are refused',
      coerces('createEscrow', 'autoReleaseHours', (value) => (value === 744 ? 720 : value)),
    ),
  ),
  against(
    'description, returnUrl, metadata | | no | Same rules as for checkouts. metadata | object | no | Up to 4 KB.',
    mutant(
      'escrow.shared-fields-too-large',
      'kind-nested-metadata-not-measured',
      'the size of metadata is that of its names and texts: what an object or a list within it holds is not counted',
      field('escrow', 'metadata', { maxBytes: undefined }),
      invalid(({ body }) => {
        const sizes = Object.entries(body.object('metadata') ?? {}).map(
          ([name, value]) => name.length + (typeof value === 'string' ? value.length : 8),
        );
        return sizes.reduce((sum, size) => sum + size, 0) > 4_096;
      }),
    ),
  ),
  against(
    'description, returnUrl, metadata | | no | Same rules as for checkouts. description | string | no | Max 255 chars.',
    mutant(
      'escrow.shared-fields-too-large',
      'kind-description-counted-by-words',
      'white space is not counted: a description of 256 characters is accepted where some of them are spaces between words',
      field('escrow', 'description', { maxLength: undefined }),
      invalid(({ body }) => (body.text('description') ?? '').replace(/\s/g, '').length > 255),
    ),
  ),
];

function invalid(when: (asked: Case) => boolean): Change {
  return before('checkGuards', (asked, next) => {
    if (isAt(asked, 'createEscrow') && when(asked))
      throw new Refusal(asked.service.rules.refusals.invalid, 'this is not accepted');
    return next();
  });
}
