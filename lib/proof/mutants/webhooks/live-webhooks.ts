/** Defects of which events are sent, in sandbox and live, and of the content of live ones. */
import type { AnyRecord } from '../../reference/rules/records.ts';
import type { EventName } from '../../reference/rules/states.ts';
import { event, functions, type Json } from '../change.ts';
import { all, type Change, type Mutant, mutant } from '../mutant.ts';

const HOUR = 3_600_000;

export const liveWebhookMutants: readonly Mutant[] = [
  mutant(
    'webhook.one-event',
    'event-sent-twice-with-two-ids',
    'every transition in sandbox sends its event twice, with an id each',
    twice(({ merchant }) => merchant.environment.name === 'sandbox'),
  ),
  mutant(
    'webhook.one-event',
    'payout-event-sent-twice-with-two-ids',
    'a payout in sandbox that succeeds sends its event twice, with an id each',
    twice(({ kind, merchant }) => kind === 'payout' && merchant.environment.name === 'sandbox'),
  ),
  mutant(
    'webhook.occurred-at',
    'event-occurred-an-hour-ago',
    'occurredAt is an hour behind',
    functions(({ payload }) => ({
      payload: (body) =>
        payload({ ...body, occurredAt: new Date(Date.parse(String(body.occurredAt)) - HOUR).toISOString() }),
    })),
  ),
  mutant(
    'webhook.no-false-event',
    'false-event-besides',
    'beside the event of a resource another event of it is sent',
    ...besides([
      ['payment.failed', 'payment.succeeded'],
      ['payout.succeeded', 'payout.failed'],
      ['refund.succeeded', 'refund.failed'],
      ['escrow.funded', 'escrow.disputed'],
      ['escrow.released', 'escrow.refunded'],
      ['escrow.cancelled', 'escrow.refunded'],
      ['wallet.link.approved', 'wallet.link.revoked'],
      ['wallet.link.rejected', 'wallet.link.expired'],
    ]),
  ),
  mutant(
    'webhook.live-signed',
    'live-events-signed-with-cut-secret',
    'live events are signed with the secret without its prefix',
    withLiveReferences((references) =>
      functions(({ webhookHeaders }) => ({
        webhookHeaders: (rules, secret, at, body) =>
          webhookHeaders(rules, references.has(referenceIn(body)) ? secret.replace(/^whsec_/, '') : secret, at, body),
      })),
    ),
  ),
  mutant(
    'webhook.live-payload',
    'live-events-without-currency-or-wallet',
    'live events have no currency, those of wallet links no walletId',
    everyEvent(({ currency, walletId, ...carried }, { merchant }) =>
      merchant.environment.name === 'live'
        ? carried
        : { ...carried, ...(currency !== undefined && { currency }), ...(walletId !== undefined && { walletId }) },
    ),
  ),
  mutant(
    'webhook.live-once',
    'live-event-sent-twice-with-two-ids',
    'every live transition sends its event twice, with an id each',
    twice(({ merchant }) => merchant.environment.name === 'live'),
  ),
  mutant(
    'webhook.live-retried',
    'live-events-not-retried',
    'a live event is sent once, whatever is answered',
    withLiveReferences((references) =>
      functions(({ attemptBody }) => ({
        attemptBody(payload, attempt) {
          if (attempt > 1 && references.has(referenceIn(payload))) throw new Error('not sent again');
          return attemptBody(payload, attempt);
        },
      })),
    ),
  ),
];

function everyEvent(change: (carried: Json, record: AnyRecord) => Json): Change {
  return (rules) => {
    const names = Object.keys(rules.events) as EventName[];
    return all(
      ...names.map((name) => event(name, (carried, record) => change(carried, record as unknown as AnyRecord))),
    )(rules);
  };
}

/** The events of these records are sent twice, as two events. */
function twice(of: (record: AnyRecord) => boolean): Change {
  return (rules) => {
    const sent = new Set<string>();
    const once = (name: EventName, record: AnyRecord): EventName | null => {
      const known = `${name} ${record.id}`;
      if (sent.has(known) || !of(record)) return null;
      sent.add(known);
      return name;
    };
    const names = Object.keys(rules.events) as EventName[];
    return all(...names.map((name) => followed(name, (record) => once(name, record))))(rules);
  };
}

function besides(pairs: readonly (readonly [EventName, EventName])[]): Change[] {
  return pairs.map(([name, next]) => followed(name, () => next));
}

function followed(name: EventName, next: (record: AnyRecord) => EventName | null): Change {
  return (rules) => ({
    ...rules,
    events: { ...rules.events, [name]: { ...rules.events[name], followedBy: next } },
  });
}

/** Collects the references of live events for the change: the functions that send and sign do not know the environment. */
function withLiveReferences(change: (references: ReadonlySet<unknown>) => Change): Change {
  return (rules) => {
    const references = new Set<unknown>();
    const collect = everyEvent((carried, { merchant }) => {
      if (merchant.environment.name === 'live') references.add(carried.reference);
      return carried;
    });
    return all(collect, change(references))(rules);
  };
}

function referenceIn(body: string): unknown {
  return (JSON.parse(body) as Json).reference;
}
