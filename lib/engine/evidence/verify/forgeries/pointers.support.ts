import { type Forged, reconcileAll, renumber, the } from '../forger.support.ts';
import { CREATED, checkOf, exchangeOf, type Forgery, passing } from './forgery.support.ts';

export const pointers: readonly Forgery[] = [
  {
    what: "a pointer to another check's exchange",
    told: /checkout\.created: .*what this check does not: toHaveStatus another's POST/,
    change: (forged) => repoint(forged, false),
  },
  {
    what: 'the same, with that exchange called its own',
    told: /checkout\.created: .*what this check does not/,
    change: (forged) => repoint(forged, true),
  },
  {
    what: 'a pointer to an exchange that is nowhere',
    told: /exchange 4242 is not in exchanges\.har/,
    change: passing((predicate) => Object.assign(predicate, { subject: { exchange: 4242 }, held: true })),
  },
  {
    what: 'exchanges taken from a check, in one file',
    told: /exchange \d+ is of other checks than checks\.ndjson says/,
    change: (forged) => void the(forged.checks.find(({ exchanges }) => exchanges.length > 1)).exchanges.pop(),
  },
  {
    what: 'an exchange copied under another id',
    told: /exchange \d+ is a copy of exchange \d+/,
    change(forged) {
      const check = checkOf(forged, CREATED);
      const entry = structuredClone(exchangeOf(forged, check.exchanges[0]));
      entry._id = forged.exchanges.length + 1;
      forged.exchanges.push(entry);
      check.exchanges.push(entry._id);
      reconcileAll(forged);
    },
  },
  {
    what: 'an exchange recorded twice',
    told: /exchanges\.har: an exchange is there more than once/,
    change(forged) {
      forged.exchanges.push(structuredClone(the(forged.exchanges[0])));
      reconcileAll(forged);
    },
  },
  {
    what: 'an exchange dropped',
    told: /exchange \d+ is missing/,
    change(forged) {
      const [gone] = forged.exchanges.splice(2, 1);
      for (const check of forged.checks) check.exchanges = check.exchanges.filter((id) => id !== gone?._id);
      renumber(forged);
      reconcileAll(forged);
    },
  },
  {
    what: 'an answer said not to be recorded as a whole',
    told: /entry \d+ of exchanges\.har is not as a run writes it/,
    change: passing((predicate, check, forged) => {
      predicate.held = true;
      for (const id of check.exchanges) exchangeOf(forged, id).response.content._truncated = true;
    }),
  },
  {
    what: 'an answer, edited',
    told: /checkout\.created: .*recorded as true, but does not hold/,
    change(forged) {
      exchangeOf(forged, checkOf(forged, CREATED).exchanges[0]).response.status = 200;
    },
  },
  {
    what: 'every answer that was wrong, edited into what had to come',
    needsEveryCheck: true,
    // After a wrong answer the check recorded no further predicates, so some are missing.
    told: /it records \d+ of at least \d+/,
    change(forged) {
      for (const { response } of forged.exchanges) {
        if (response.content.text?.includes('refund_exceeds_paid')) response.status = 422;
      }
      passing((predicate) => Object.assign(predicate, { held: true }))(forged);
    },
  },
];

/** Makes predicates point to a similar exchange of another check. `isOwn`: that exchange is then listed as the check's own. */
function repoint(forged: Forged, isOwn: boolean): void {
  const check = checkOf(forged, CREATED);
  const other = the(
    forged.exchanges.find(
      ({ _id, request }) =>
        request.method === 'POST' && request.url.endsWith('/v1/checkouts') && !check.exchanges.includes(_id),
    ),
  );
  for (const predicate of check.predicates) {
    if ('exchange' in predicate.subject) predicate.subject.exchange = other._id;
    if (predicate.args[0] && 'value' in predicate.args[0] && predicate.args[0].value === 'reference') {
      predicate.args[1] = { value: JSON.parse(other.request.postData?.text ?? '{}').reference };
    }
  }
  if (isOwn) check.exchanges = [other._id];
  renumber(forged);
}
