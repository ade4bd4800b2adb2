import { type DeliveryView, derivation } from '../../../lib/interface/index.ts';

/** Every field of an event that the document names (Events, payload; wallet-link events). */
const named = [
  'id',
  'event',
  'reference',
  'amountMinor',
  'currency',
  'occurredAt',
  'linkId',
  'linkRef',
  'walletId',
  'walletName',
] as const;

const fieldsOf = ({ json }: DeliveryView) => Object(json) as Readonly<Record<string, unknown>>;

/** What differs between the first of some webhooks and those after it, of the fields that the document names. */
export const differentFields = derivation('different named fields', (all: readonly DeliveryView[]) => {
  const [first, ...others] = all;
  if (first === undefined) return [];
  return others.flatMap((other, at) =>
    named.flatMap((name) => {
      const [before, after] = [JSON.stringify(fieldsOf(first)[name]), JSON.stringify(fieldsOf(other)[name])];
      return before === after ? [] : [`${name} ${before}, at attempt ${at + 2} ${after}`];
    }),
  );
});

/** The different `id`s of some webhooks. */
export const eventIdsOf = derivation('event ids of', (all: readonly DeliveryView[]) => [
  ...new Set(all.map((each) => JSON.stringify(fieldsOf(each).id))),
]);

/** Kinds of events of some webhooks, beside those that may come. */
export const otherKinds = derivation(
  'other kinds of events',
  (all: readonly DeliveryView[], may: readonly string[]) => [
    ...new Set(all.flatMap(({ event }) => (event === undefined || may.includes(event) ? [] : event))),
  ],
);

/** Ids that stand for more than one event: each event is of one kind and about one resource. */
export const sharedIds = derivation('ids of more than one event', (all: readonly DeliveryView[]) => {
  const events = Map.groupBy(all, (each) => JSON.stringify(fieldsOf(each).id));
  return [...events].flatMap(([id, of]) => {
    const different = new Set(of.map(({ event, reference }) => `${event} for ${reference}`));
    return different.size > 1 ? [`${id}: ${[...different].slice(0, 3).join(', ')}`] : [];
  });
});
