import { type DeliveryView, derivation, isEventKind } from '../../../lib/interface/index.ts';

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

/** Differences between the first webhook and the others, in the fields that the document names. */
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

/** The different `id`s of these webhooks. */
export const eventIdsOf = derivation('event ids of', (all: readonly DeliveryView[]) => [
  ...new Set(all.map((each) => JSON.stringify(fieldsOf(each).id))),
]);

/**
 * Kinds of events among these webhooks that are not in `may`. Kinds that the document does not name are left out: nothing forbids a service to
 * send them, for instance when something is created.
 */
export const otherKinds = derivation(
  'other kinds of events',
  (all: readonly DeliveryView[], may: readonly string[]) => [
    ...new Set(all.flatMap(({ event }) => (isEventKind(event) && !may.includes(event) ? event : []))),
  ],
);

/** Ids used for more than one event: an event has one kind and one resource. */
export const sharedIds = derivation('ids of more than one event', (all: readonly DeliveryView[]) => {
  const events = Map.groupBy(all, (each) => JSON.stringify(fieldsOf(each).id));
  return [...events].flatMap(([id, of]) => {
    const different = new Set(of.map(({ event, reference }) => `${event} for ${reference}`));
    return different.size > 1 ? [`${id}: ${[...different].slice(0, 3).join(', ')}`] : [];
  });
});

/**
 * The addresses of these webhooks, which have one reference. That of a link's events is its id, which the target chooses: a link of the
 * other environment may have the same one, so only those with this `linkRef` count.
 */
export const addressesOf = derivation('addresses of', (all: readonly DeliveryView[], linkRef: string | null) => [
  ...new Set(all.filter((each) => linkRef === null || fieldsOf(each).linkRef === linkRef).map(({ path }) => path)),
]);
