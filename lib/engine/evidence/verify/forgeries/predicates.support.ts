import { the } from '../forger.support.ts';
import { CREATED, checkOf, type Forgery, nothing, passing } from './forgery.support.ts';

export const predicates: readonly Forgery[] = [
  {
    what: 'the predicate that does not hold, deleted',
    told: /it records 0 of at least 1: (?:shared )?toBeRefusedWith/,
    change: passing((predicate, check) => {
      check.predicates = check.predicates.filter((each) => each !== predicate);
    }),
  },
  {
    what: 'every predicate of the run, deleted',
    told: /checkout\.created: .*it records 0 of at least 1/,
    change(forged) {
      passing(nothing)(forged);
      for (const check of forged.checks) check.predicates = [];
    },
  },
  {
    what: 'a predicate turned round',
    told: /what this check does not: not toBeRefusedWith/,
    change: passing((predicate) => Object.assign(predicate, { not: true, held: true })),
  },
  {
    what: 'a weaker matcher',
    told: /what this check does not: toBeRefused/,
    change: passing((predicate) => Object.assign(predicate, { matcher: 'toBeRefused', args: [], held: true })),
  },
  {
    what: 'another value expected',
    told: /what this check does not: toBeRefusedWith/,
    change: passing((predicate) =>
      Object.assign(predicate, { args: [{ value: 400 }, { value: 'refund_exceeds_paid' }], held: true }),
    ),
  },
  {
    what: 'a pattern that fits anything',
    told: /checkout\.created: .*what this check does not: toMatch/,
    change(forged) {
      const predicate = the(checkOf(forged, CREATED).predicates.find(({ matcher }) => matcher === 'toMatch'));
      predicate.args = [{ pattern: '', flags: '' }];
    },
  },
  {
    what: 'one predicate twice in place of another',
    told: /checkout\.created: .*it records \d of at least 1/,
    change(forged) {
      const check = checkOf(forged, CREATED);
      check.predicates[1] = structuredClone(the(check.predicates[0]));
    },
  },
  {
    what: 'a value in place of a pointer',
    told: /what this check does not: toBeRefusedWith ~/,
    change: passing((predicate) =>
      Object.assign(predicate, {
        subject: { value: { is: 'exchange', status: 422, text: '', json: { error: { code: 'refund_exceeds_paid' } } } },
        held: true,
      }),
    ),
  },
  {
    what: 'a matcher that there is none of',
    told: /line \d+ of checks\.ndjson is not as a run writes it, at predicates\.0/,
    change: passing((predicate) => Object.assign(predicate, { matcher: 'toBeFine', held: true })),
  },
  {
    what: 'a derivation that there is none of',
    told: /what this check does not: toBe fine\(\)/,
    change: passing((predicate) =>
      Object.assign(predicate, {
        matcher: 'toBe',
        subject: { derived: 'fine', from: [] },
        args: [{ value: true }],
        held: true,
      }),
    ),
  },
];
