import { reconcileAll, renumber, retotal, setOutcome, the } from '../forger.support.ts';
import { BROKEN, CREATED, checkOf, type Forgery, failed, nothing, passing, requirementOf } from './forgery.support.ts';

export const outcomes: readonly Forgery[] = [
  {
    what: 'a failure called a pass in the certificate',
    told: /refund\.exceeds-paid passed; the evidence says failed/,
    change(forged) {
      setOutcome(requirementOf(forged, BROKEN), 'passed');
      retotal(forged);
    },
  },
  {
    what: 'also in its checks',
    told: /recorded as passed, but failed/,
    change: passing(nothing),
  },
  {
    what: 'also in its predicates',
    told: /recorded as true, but does not hold/,
    change: passing((predicate) => {
      predicate.held = true;
    }),
  },
  {
    what: 'a pass called a failure',
    told: /recorded as failed, but all of its \d predicates hold/,
    change(forged) {
      const check = checkOf(forged, CREATED);
      Object.assign(check, { outcome: 'failed', reason: 'expected 201' });
      reconcileAll(forged);
    },
  },
  {
    what: 'what the model of the interface found, deleted',
    told: /totals: |the evidence says failed|recorded as passed/,
    change(forged) {
      forged.checks = forged.checks.filter((check) => check.outcome === 'passed' || check.predicates.length > 0);
      for (const check of failed(forged)) Object.assign(check, { outcome: 'passed', reason: null });
      renumber(forged);
      reconcileAll(forged);
    },
  },
  { what: 'the totals', told: /totals: passed/, change: ({ certificate: { totals } }) => void totals.passed++ },
  {
    what: 'the verdict',
    told: /verdict conformant; the evidence says nonconformant/,
    change({ certificate }) {
      certificate.verdict = 'conformant';
    },
  },
  {
    what: 'an observation',
    needsEveryCheck: true,
    told: /auth\.unknown-key was observed otherwise/,
    change({ certificate }) {
      the(certificate.observations.find(({ seen }) => seen)).observed = '403 forbidden';
    },
  },
  {
    what: 'an observation that was not seen',
    told: /was not seen, by what its checks recorded|was not selected/,
    change({ certificate }) {
      Object.assign(the(certificate.observations.find(({ seen }) => !seen)), { seen: true, observed: '200' });
    },
  },
];
