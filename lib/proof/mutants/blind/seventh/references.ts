/** References that are read as something else first, or without their case. */
import type { Environment, Merchant } from '../../../reference/rules/records.ts';
import { endpoint } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { around, before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

/** Rows are numbered over all merchants; a path of digits is a row's number first, and a reference where that is not the merchant's. */
function rowsFirst(): Change {
  return (rules) => {
    const tables = new WeakMap<Environment, { merchant: Merchant; reference: string }[]>();
    return all(
      around('act', (own) => async (asked, next) => {
        const reply = await own(asked, next);
        if (isAt(asked, 'createRefund') && reply.status === 201) {
          const table = tables.get(asked.environment) ?? [];
          table.push({ merchant: asked.merchant, reference: asked.body.text('reference') ?? '' });
          tables.set(asked.environment, table);
        }
        return reply;
      }),
      before('answerKnown', (asked, next) => {
        const { reference = '' } = asked.params;
        if (isAt(asked, 'getRefund') && /^[0-9]{1,9}$/.test(reference)) {
          const row = tables.get(asked.environment)?.[Number(reference) - 1];
          if (row?.merchant === asked.merchant) asked.params.reference = row.reference;
        }
        return next();
      }),
    )(rules);
  };
}

function refsWithoutCase(): Change {
  return (rules) => {
    const already = rules.endpoints.find(({ name }) => name === 'createWalletLink')?.already;
    if (already === undefined) throw new Error('no linkRef is known');
    return endpoint('createWalletLink', {
      already: {
        ...already,
        finds({ body, merchant }) {
          const ref = body.text('linkRef')?.toLowerCase();
          return [...merchant.records.walletLink.values()].find(({ reference }) => reference.toLowerCase() === ref);
        },
      },
    })(rules);
  };
}

export const found: readonly BlindMutant[] = [
  against(
    '| GET | /v1/refunds/{reference} | none | 200 refund record |',
    mutant(
      'refund.record-found',
      'blind7-digits-are-row-numbers',
      "GET of a refund takes digits for the number of a row first: where the merchant's second refund has the row 2, it is shown in place of the one whose reference is 2",
      rowsFirst(),
    ),
  ),
  against(
    '| linkRef | string | Merchant-chosen reference; same linkRef returns the same link |',
    mutant(
      'wallet-link.created',
      'blind7-link-refs-without-case',
      'the column of linkRefs is compared without case: a linkRef that differs in case alone is answered with 200 and the other link',
      refsWithoutCase(),
    ),
  ),
];
