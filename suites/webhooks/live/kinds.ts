import { Blocked, checks, type EventKind, expect, of, signatures } from '../../../lib/interface/index.ts';
import { attemptsOf, liveRows, needsOf, titleOf } from '../happenings/histories.ts';
import { sentBy } from '../happenings/requirements.ts';

// "Two fully separate environments exist": what happens in live is told as in the sandbox. These look at histories of `events/live.ts`.

checks(
  ({ happening }) => sentBy(happening),
  liveRows,
  (row) => `${titleOf(row)}: it is sent`,
  async (context, row) => {
    const { merchant, happening, acknowledged } = await row.history(context);

    await merchant.webhooks.arrives(happening.kind, acknowledged.reference);
  },
  needsOf,
);

checks(
  'webhook.signature-over-raw-bytes',
  liveRows.filter(({ happening }) => happening.kind.startsWith('wallet')),
  (row) => `${titleOf(row)}: its body has letters beyond ASCII`,
  async (context, row) => {
    const signed = attemptsOf(await row.history(context)).map(signatures);

    expect(signed, 'both signatures of each attempt').toEqual(signed.map(() => ['valid', 'valid']));
  },
  needsOf,
);

checks(
  'webhook.no-false-success',
  liveRows.filter(({ happening }) => happening.kind === 'payment.failed'),
  (row) => `${titleOf(row)}: no success is told`,
  async (context, row) => {
    const { merchant, failing, acknowledged } = await row.history(context);
    for (const { reference } of [failing, acknowledged])
      expect(merchant.webhooks.came('payment.succeeded', reference)).toBeEmpty();
  },
  needsOf,
);

const ended = ['payment.succeeded', 'payment.failed', 'refund.succeeded', 'payout.succeeded'];
const kindOf = (event: EventKind) => {
  const [kind] = event.split('.');
  if (kind === 'refund' || kind === 'payout') return kind;
  return 'checkout' as const;
};

checks(
  'webhook.get-agrees',
  liveRows.filter(({ happening }) => ended.includes(happening.kind)),
  (row) => `${titleOf(row)}: GET says the same`,
  async (context, row) => {
    const { merchant, happening, acknowledged } = await row.history(context);
    const { kind } = happening;
    const { reference } = acknowledged;
    await merchant.webhooks.given(kind, reference);
    const record = await merchant.get({ kind: kindOf(kind), reference });
    if (record.status !== 200) throw new Blocked(`GET of ${reference} should be found; got ${record.status}`);

    expect(of(record, 'status'), reference).toBe(kind.replace(/^.*[.]/, ''));
  },
  needsOf,
);
