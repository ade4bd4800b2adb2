import { coverageTable, excluded } from './table.ts';

const nothingFirst = excluded('there is no first one that it could touch');
const noMoney = excluded('a checkout moves no money before it is paid, and a refused one cannot be');
const isThere = excluded('the reference is used: what it names is looked at');
const inLive = excluded(
  'live webhooks may be refused an http address, and a live balance is shared by the checks of one merchant',
);

export const refusalTables = [
  coverageTable({
    title: 'Money: refusals and what they must leave as it was',
    source: 'Errors; Endpoints, behaviour rules 1, 3 and 4',
    axes: ['refusal', 'effect'],
    cells: {
      'checkout, 400': {
        'nothing under its reference': ['checkout.refused-creates-nothing', 'error.refused-has-no-effect'],
        'its reference is free': 'checkout.refused-creates-nothing',
        'the first is untouched': nothingFirst,
        'no money moves': noMoney,
        'nothing comes of it later': 'checkout.refused-creates-nothing',
        'no event': 'checkout.refused-sends-nothing',
      },
      'checkout, 409 duplicate_reference': {
        'nothing under its reference': isThere,
        'its reference is free': isThere,
        'the first is untouched': ['checkout.duplicate-reference', 'checkout.record-stays'],
        'no money moves': noMoney,
        'nothing comes of it later': ['checkout.succeeded-is-final', 'checkout.expired-is-final'],
        'no event': 'checkout.ends-once',
      },
      'refund, 400': refund('refund.refused-creates-nothing'),
      'refund, 404 payment_not_found': refund('refund.refused-creates-nothing'),
      'refund, 409 payment_not_paid': refund('refund.refused-creates-nothing'),
      'refund, 422 refund_exceeds_paid': refund('refund.exceeding-has-no-effect'),
      'refund, 409 duplicate_reference': {
        'nothing under its reference': isThere,
        'its reference is free': isThere,
        'the first is untouched': ['refund.record-stays', 'refund.concurrent-same-reference'],
        'no money moves': ['refund.succeeded-is-final', 'refund.failed-is-final'],
        'nothing comes of it later': ['refund.succeeded-is-final', 'refund.failed-is-final'],
        'no event': 'refund.ends-once',
      },
      'payout, 400': payout('payout.refused-creates-nothing'),
      'payout, 422 unsupported_bank': payout('payout.refused-creates-nothing'),
      'payout, 409 duplicate_reference': {
        'nothing under its reference': isThere,
        'its reference is free': isThere,
        'the first is untouched': ['payout.record-stays', 'payout.concurrent-same-reference'],
        'no money moves': 'balance.refused-moves-nothing',
        'nothing comes of it later': ['payout.succeeded-is-final', 'payout.failed-is-final'],
        'no event': 'payout.ends-once',
      },
      'payout, 422 insufficient_balance': {
        'nothing under its reference': 'environment.live-payout-above-balance',
        'its reference is free': 'payout.live-refused-creates-nothing',
        'the first is untouched': nothingFirst,
        'no money moves': 'payout.live-limit-follows',
        'nothing comes of it later': 'payout.live-refused-creates-nothing',
        'no event': inLive,
      },
    },
  }),
  coverageTable({
    title: 'Money: amounts',
    source: 'What the service does; Limits',
    axes: ['field', 'value'],
    cells: {
      'checkout amount': {
        'the smallest': 'checkout.amount-smallest',
        'one less, 0 and below': 'checkout.amount-too-small',
        'the largest': 'checkout.amount-largest',
        'one more, 2^31, 2^32, 2^53': 'checkout.amount-too-large',
        'no integer': 'checkout.amount-integer',
        'exact in the record': 'checkout.amount-kept',
        '1e3, 1000.0': 'checkout.amount-spelling',
      },
      'refund amount': {
        'the smallest': 'refund.amount-smallest',
        'one less, 0 and below': 'refund.amount-too-small',
        'the largest': 'refund.up-to-amount-paid',
        'one more, 2^31, 2^32, 2^53': ['refund.exceeds-paid', 'refund.amount-huge'],
        'no integer': 'refund.amount-integer',
        'exact in the record': 'refund.amount-kept',
        '1e3, 1000.0': excluded('as for checkouts: the same JSON numbers'),
      },
      'payout amount': {
        'the smallest': 'payout.amount-smallest',
        'one less, 0 and below': 'payout.amount-too-small',
        'the largest': 'payout.amount-largest',
        'one more, 2^31, 2^32, 2^53': 'payout.amount-too-large',
        'no integer': 'payout.amount-integer',
        'exact in the record': 'payout.amount-kept',
        '1e3, 1000.0': excluded('as for checkouts: the same JSON numbers'),
      },
    },
  }),
  coverageTable({
    title: 'Money: references',
    source: 'Resources, create requests; Limits, last paragraph',
    axes: ['what is asked with it', 'kind'],
    cells: {
      'again, while it is pending': {
        checkout: 'checkout.duplicate-reference',
        refund: 'refund.duplicate-reference',
        payout: 'payout.duplicate-reference',
      },
      'again, after each end': {
        checkout: [
          'checkout.succeeded-reference-stays-used',
          'checkout.failed-reference-stays-used',
          'checkout.expired-reference-stays-used',
        ],
        refund: 'refund.settled-reference-stays-used',
        payout: 'payout.settled-reference-stays-used',
      },
      'several at once': {
        checkout: 'checkout.concurrent-same-reference',
        refund: 'refund.concurrent-same-reference',
        payout: 'payout.concurrent-same-reference',
      },
      'nearly alike: the case of a letter, a sign, the last character': {
        checkout: 'checkout.reference-case',
        refund: 'refund.reference-case',
        payout: 'payout.reference-case',
      },
      'each allowed character': {
        checkout: 'checkout.reference-allowed-characters',
        refund: 'refund.reference-length',
        payout: 'payout.reference-length',
      },
      'each other character of ASCII': {
        checkout: 'checkout.reference-forbidden-characters',
        refund: 'refund.reference-length',
        payout: 'payout.reference-length',
      },
      '100 and 101 characters': {
        checkout: ['checkout.reference-longest', 'checkout.reference-too-long'],
        refund: 'refund.reference-length',
        payout: 'payout.reference-length',
      },
      'encoded in a path': {
        checkout: 'checkout.reference-in-path',
        refund: excluded('which characters it may have beside letters, digits and hyphens is not shown'),
        payout: excluded('which characters it may have beside letters, digits and hyphens is not shown'),
      },
      'by another merchant': {
        checkout: 'checkout.reference-unique-per-merchant',
        refund: 'refund.references-apart',
        payout: 'payout.references-apart',
      },
      'GET by another merchant': {
        checkout: 'checkout.other-merchant-sees-nothing',
        refund: 'refund.other-merchant-sees-nothing',
        payout: 'payout.other-merchant-sees-nothing',
      },
    },
  }),
];

function refund<Id extends string>(reuse: Id) {
  return {
    'nothing under its reference': 'refund.refused-creates-nothing',
    'its reference is free': ['refund.refused-creates-nothing', reuse],
    'the first is untouched': 'refund.refused-refunds-nothing',
    'no money moves': ['refund.refused-refunds-nothing', 'balance.refused-moves-nothing'],
    'nothing comes of it later': 'refund.refused-refunds-nothing',
    'no event': 'refund.refused-sends-nothing',
  } as const;
}

function payout<Id extends string>(id: Id) {
  return {
    'nothing under its reference': [id, 'error.refused-has-no-effect'],
    'its reference is free': id,
    'the first is untouched': nothingFirst,
    'no money moves': 'balance.refused-moves-nothing',
    'nothing comes of it later': id,
    'no event': 'payout.refused-sends-nothing',
  } as const;
}
