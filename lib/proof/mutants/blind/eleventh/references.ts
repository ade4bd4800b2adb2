/** References that are taken for an id, or compared by their beginning. */
import { endpoint } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

/** Characters of a linkRef that its index holds. */
const INDEXED = 50;

const refsByTheirBeginning: Change = (rules) => {
  const already = rules.endpoints.find(({ name }) => name === 'createWalletLink')?.already;
  if (already === undefined) throw new Error('no link request is answered as known');
  return endpoint('createWalletLink', {
    already: {
      ...already,
      finds({ merchant, body }) {
        const wanted = (body.text('linkRef') ?? '').slice(0, INDEXED);
        return [...merchant.links.values()].find(({ reference }) => reference.slice(0, INDEXED) === wanted);
      },
    },
  })(rules);
};

export const found: readonly BlindMutant[] = [
  against(
    'GET | /v1/payouts/{reference}. Unknown references on GET calls give a 404 error.',
    mutant(
      'payout.unknown-reference',
      'blind11-payout-read-by-its-id',
      'what stands in the path is looked up as a reference and then as an id: GET of a payout by its id is answered with 200',
      before('answerKnown', (asked, next) => {
        const { merchant, params } = asked;
        const { payout } = merchant.records;
        if (isAt(asked, 'getPayout') && !payout.has(params.reference ?? '')) {
          const known = [...payout.values()].find(({ id }) => id === params.reference);
          if (known !== undefined) asked.params = { ...params, reference: known.reference };
        }
        return next();
      }),
    ),
  ),
  against(
    '(none) | POST /v1/wallet-links | new linkRef | PENDING. Merchant-chosen reference; same linkRef returns the same link.',
    mutant(
      'wallet-link.created',
      'blind11-link-refs-by-fifty-characters',
      'linkRefs are compared by the 50 characters that the index holds: a new one that differs only behind them is answered with 200 and the earlier link',
      refsByTheirBeginning,
    ),
  ),
];
