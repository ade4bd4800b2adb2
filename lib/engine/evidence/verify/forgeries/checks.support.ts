import { reconcileAll, renumber, retotal, setOutcome, the, withoutModel } from '../forger.support.ts';
import { BROKEN, CREATED, checkOf, type Forgery, failed, leaveOut, requirementOf } from './forgery.support.ts';

export const checks: readonly Forgery[] = [
  {
    what: 'a check left out',
    told: /refund\.exceeds-paid: .*it is not recorded/,
    change: (forged) => {
      const [first] = failed(forged);
      leaveOut(forged, (check) => check.id === first?.id);
    },
  },
  {
    what: 'every check that failed left out, with what it sent',
    told: /refund\.exceeds-paid names other checks than its run makes/,
    change(forged) {
      const gone = new Set(failed(forged).map(({ about, file, title }) => `${about} ${file}: ${title}`));
      leaveOut(forged, ({ outcome }) => outcome === 'failed');
      const requirement = requirementOf(forged, BROKEN);
      requirement.tests = requirement.tests.filter((test) => !gone.has(`${BROKEN} ${test}`));
      setOutcome(requirement, 'passed');
      retotal(forged);
    },
  },
  {
    what: 'a check recorded twice',
    told: /checkout\.created: .*it is recorded more than once/,
    change(forged) {
      forged.checks.push(structuredClone(checkOf(forged, CREATED)));
      the(forged.checks.at(-1)).id = `check-${forged.checks.length}`;
      renumber(forged);
    },
  },
  {
    what: 'a check in place of another',
    told: /refund\.exceeds-paid: .*it records|its kind, file or place in a table is another/,
    change(forged) {
      withoutModel(forged);
      const { predicates, exchanges, deliveries } = checkOf(forged, CREATED);
      for (const check of failed(forged)) {
        Object.assign(check, structuredClone({ predicates, exchanges, deliveries }), {
          outcome: 'passed',
          reason: null,
        });
      }
      renumber(forged);
      reconcileAll(forged);
    },
  },
  {
    what: 'a check called a row of a table',
    told: /its kind, file or place in a table is another/,
    change: (forged) => Object.assign(checkOf(forged, CREATED), { spare: true }),
  },
  {
    what: 'a check called an observation',
    told: /its kind, file or place in a table is another/,
    change(forged) {
      withoutModel(forged);
      for (const check of failed(forged))
        Object.assign(check, { kind: 'observation', outcome: 'passed', reason: null, predicates: [] });
      reconcileAll(forged);
    },
  },
  {
    what: 'a check of nothing that is in the register',
    told: /no such check is made in this run/,
    change(forged) {
      for (const check of failed(forged)) check.about = 'refund.invented';
      reconcileAll(forged);
    },
  },
  {
    what: 'the ids of checks',
    told: /its id is check-77, and not check-1/,
    change: ({ checks }) => Object.assign(the(checks[0]), { id: 'check-77' }),
  },
];
