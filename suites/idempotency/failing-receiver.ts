import {
  Blocked,
  type Capability,
  type CheckContext,
  type Created,
  checks,
  type EventKind,
  type Exchange,
  expect,
  NotExercised,
  type RequirementId,
  shared,
  summary,
} from '../../lib/interface/index.ts';
import { expectSameAnswer, original, repeatable, repeatableEscrow } from './support.ts';

// A request is done when it is answered. Its event may fail for a day; meanwhile the request, sent again, is replayed as ever.

interface Seen {
  readonly first: Exchange;
  readonly again: Exchange;
}

interface Row {
  readonly id: RequirementId;
  readonly what: string;
  readonly event: EventKind;
  readonly needs: readonly Capability[];
  /** Causes the event; returns its reference, the answer to what is repeated, and how that is sent again. */
  begin(context: CheckContext): Promise<Begun>;
}

interface Begun {
  readonly reference: string;
  readonly first: Exchange;
  /** When that was sent, on the scale of `time.now`. */
  readonly at: number;
  again(): Promise<Exchange>;
}

/** How long, in seconds, a key is certainly remembered: how long it is at least is not shown. */
const REMEMBERED = 45;

const create = (
  kind: Created['kind'],
  event: EventKind,
  needs: readonly Capability[],
  ends?: (context: CheckContext, made: Created) => Promise<unknown>,
): Row => ({
  id: `idempotency.${kind}-replay`,
  what: `the create of a ${kind}`,
  event,
  needs,
  async begin(context) {
    const send = await repeatable(context, kind);
    const at = context.time.now();
    const made = await original(kind, send);
    await ends?.(context, made);
    return { reference: made.reference, first: made.exchange, at, again: () => send() };
  },
});

const action = (name: 'release' | 'refund' | 'cancel', event: EventKind): Row => ({
  id: `idempotency.escrow-${name}-replay`,
  what: `the ${name} of an escrow`,
  event,
  needs: name === 'cancel' ? [] : ['escrow-buyer'],
  async begin(context) {
    const { merchant, buyer, data } = context;
    const escrow = await original('escrow', repeatableEscrow(context));
    if (name !== 'cancel') await buyer.funds(merchant, escrow);
    const idempotencyKey = data.reference('key');
    const path = `/v1/escrows/${escrow.reference}/${name}`;
    const act = () =>
      merchant.api.request({ method: 'POST', path, idempotencyKey, ...(name === 'refund' && { body: {} }) });
    const at = context.time.now();
    const first = await act();
    if (first.status !== 200) throw new Blocked(`the escrow should have taken ${name}: ${summary(first)}`);
    return { reference: escrow.reference, first, at, again: act };
  },
});

const rows = [
  action('release', 'escrow.released'),
  action('refund', 'escrow.refunded'),
  action('cancel', 'escrow.cancelled'),
  create('checkout', 'payment.succeeded', ['buyer'], ({ buyer, merchant }, made) => buyer.pays(merchant, made)),
  create('refund', 'refund.succeeded', ['buyer']),
  create('payout', 'payout.succeeded', []),
  create('escrow', 'escrow.funded', ['escrow-buyer'], ({ buyer, merchant }, made) => buyer.funds(merchant, made)),
].map((row) => {
  // The answers are those to all events of a merchant.
  const needs: readonly Capability[] = ['webhooks', 'own-merchant', ...row.needs];
  const seen = shared(`${row.what}, whose ${row.event} fails, sent again`, needs, async (context): Promise<Seen> => {
    const { merchant, time } = context;
    await merchant.present();
    merchant.webhooks.answer({}, 500);
    const { reference, first, at, again } = await row.begin(context);
    const left = REMEMBERED - (time.now() - at) / 1_000;
    const came = () => merchant.webhooks.all(row.event, reference)[0];
    const event = left > 0 ? await time.until(`${row.event} for ${reference} comes`, left, came) : undefined;
    if (event === undefined) throw new NotExercised(`no ${row.event} came within ${REMEMBERED} s of the request`);
    return { first, again: await again() };
  });
  return { ...row, needs, seen };
});

checks(
  ({ id }) => id,
  rows,
  ({ what, event }) => `${what}, sent again while ${event} is answered with 500, is answered as at first`,
  async (context, { seen }) => {
    const { first, again } = await seen(context);

    expectSameAnswer(again, first);
  },
  ({ needs }) => ({ needs }),
);

checks(
  'idempotency.replay-is-marked',
  rows,
  ({ what, event }) => `${what}, sent again while ${event} is answered with 500, is marked`,
  async (context, { seen }) => {
    const { first, again } = await seen(context);

    expect(again).toReplay(first);
  },
  ({ needs }) => ({ needs, drawn: 1 }),
);
