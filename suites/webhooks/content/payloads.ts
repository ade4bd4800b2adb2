import { type CheckContext, checks, expect, of } from '../../../lib/interface/index.ts';
import { attemptsOf, everyRow, needsOf, type Row, rowsOf, titleOf } from '../happenings/histories.ts';
import { delivery, names } from '../support.ts';
import { differentFields, eventIdsOf } from './fields.ts';

checks(
  'webhook.payload-fields',
  rowsOf(/^(payment|refund|payout)/),
  titleOf,
  async (context, row) => {
    const [first] = attemptsOf(await row.history(context));

    expect(of(first ?? {}, 'amountMinor'), 'amountMinor').toBeA('integer');
    expect(of(first ?? {}, 'currency')).toBe('NGN');
    expect(of(first ?? {}, 'occurredAt')).toBeDateTime();
  },
  needsOf,
);

checks(
  'webhook.escrow-payload',
  rowsOf(/^escrow/),
  titleOf,
  async (context, row) => {
    const { told, reference } = await toldOf(context, row);

    expect(of(told)).toMatchObject({ id: /./, reference, currency: 'NGN' });
    expect(of(told, 'amountMinor'), 'amountMinor').toBeA('integer');
    expect(of(told, 'occurredAt')).toBeDateTime();
  },
  needsOf,
);

checks(
  'webhook.link-payload',
  rowsOf(/^wallet/),
  titleOf,
  async (context, row) => {
    const { told, link, reference } = await toldOf(context, row);

    expect(of(told)).toMatchObject({
      id: /./,
      reference,
      linkId: reference,
      linkRef: link?.linkRef,
      walletId: link?.wallet.walletId,
      walletName: /./,
    });
    expect(of(told, 'occurredAt')).toBeDateTime();
  },
  needsOf,
);

checks(
  'webhook.link-approved-registered-name',
  rowsOf(/approved/),
  (row) => `${titleOf(row)}: a name with letters beyond ASCII`,
  async (context, row) => {
    const history = await row.history(context);
    const [first] = attemptsOf(history);

    expect(of(first ?? {}, 'walletName')).toBe(history.failing.link?.wallet.holderName);
  },
  needsOf,
);

const amounts = {
  'payment.succeeded': 'webhook.payment-succeeded-amount',
  'refund.succeeded': 'webhook.refund-succeeded-amount',
  'payout.succeeded': 'webhook.payout-succeeded-amount',
  'escrow.released': 'webhook.escrow-released-amount',
  'escrow.refunded': 'webhook.escrow-refunded-amount',
} as const;
type WithAmount = keyof typeof amounts;

/** The amount, for events whose amount the document defines. */
checks(
  ({ happening }) => amounts[happening.kind as WithAmount],
  everyRow.filter(({ happening }) => happening.kind in amounts),
  (row) => `${titleOf(row)}, of an amount of its own`,
  async (context, row) => {
    const history = await row.history(context);
    const [first] = attemptsOf(history);

    expect(of(first ?? {}, 'amountMinor')).toBe(history.failing.amountMinor);
  },
  needsOf,
);

checks(
  'webhook.payload-reference',
  everyRow,
  titleOf,
  async (context, row) => {
    const { told, reference } = await toldOf(context, row);

    expect(of(told, 'reference')).toBe(reference);
  },
  needsOf,
);

const moved = ({ happening: { movesOn } }: Row) => (movesOn === undefined ? '' : ', after which its resource changes');

checks(
  'delivery.retry-same-body',
  everyRow,
  (row) => `${titleOf(row)}${moved(row)}: the fields that the document names, at every attempt`,
  async (context, row) => {
    const all = attemptsOf(await row.history(context)).map((attempt) => attempt.delivery);

    expect(differentFields(all), 'fields that differ between attempts').toEqual([]);
  },
  needsOf,
);

checks(
  'webhook.one-event',
  everyRow,
  (row) => `${titleOf(row)}: one id at every attempt, and for another resource another`,
  async (context, row) => {
    const { merchant, happening, failing, acknowledged } = await row.history(context);
    const events = [failing, acknowledged].map(({ reference }) => merchant.webhooks.came(happening.kind, reference));

    for (const event of events) expect(eventIdsOf(event), `event ids for one ${happening.kind}`).toHaveLength(1);
    expect(eventIdsOf(events[0])).not.toEqual(eventIdsOf(events[1]));
  },
  needsOf,
);

/** The event that was acknowledged, searched by kind and any identifying text: one with a wrong reference is still found. */
async function toldOf(context: CheckContext, row: Row) {
  const { merchant, happening, acknowledged } = await row.history(context);
  const { kind, what } = happening;
  const { reference, marks, link } = acknowledged;
  const told = await delivery(context, `the ${kind} of ${reference}, when ${what}`, {
    path: merchant.webhooks.path,
    event: kind,
    where: ({ body }) => names(body, ...marks),
  });
  return { told, reference, link };
}
