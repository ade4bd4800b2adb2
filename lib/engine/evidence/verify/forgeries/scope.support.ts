import { reconcileAll, retotal, setOutcome, the, withoutModel } from '../forger.support.ts';
import { BROKEN, type Forgery, failed, leaveOut, requirementOf } from './forgery.support.ts';

export const scope: readonly Forgery[] = [
  {
    what: 'a requirement said not to be selected',
    told: /refund\.exceeds-paid is left out, and was selected/,
    change(forged) {
      setOutcome(requirementOf(forged, BROKEN), 'not_exercised', 'not selected');
      leaveOut(forged, ({ about }) => about === BROKEN);
    },
  },
  {
    what: 'also in the selection',
    // Exchanges that are missing at the end are told otherwise.
    needsEveryCheck: true,
    told: /exchange \d+ is missing/,
    change(forged) {
      const { certificate } = forged;
      const asked = the(certificate.selection?.requirements).filter((id) => id !== BROKEN);
      certificate.selection = { requirements: asked };
      const { length } = requirementOf(forged, BROKEN).tests;
      certificate.cases.made -= length;
      certificate.cases.of -= length;
      setOutcome(requirementOf(forged, BROKEN), 'not_exercised', 'not selected');
      leaveOut(forged, ({ about }) => about === BROKEN);
    },
  },
  {
    what: 'a selection that there is none of',
    told: /there is no such selection/,
    change: ({ certificate }) => Object.assign(certificate, { selection: { profile: 'generous' } }),
  },
  {
    what: 'a selection that makes fewer checks',
    needsEveryCheck: true,
    told: /its selection makes no run of the depth first/,
    change: ({ certificate }) => Object.assign(certificate.cases, { depth: 'first' }),
  },
  {
    what: 'the number of cases',
    told: /\d+ cases made; its selection makes \d+/,
    change: ({ certificate }) => void certificate.cases.made--,
  },
  {
    what: 'a requirement for which something is said to lack',
    told: /the target is said not to have buyer; sighting \d+ shows it/,
    change(forged) {
      withoutModel(forged);
      forged.certificate.capabilities = forged.certificate.capabilities.filter((each) => each !== 'buyer');
      for (const check of failed(forged))
        Object.assign(check, { outcome: 'not_exercised', reason: 'no buyer', predicates: [] });
      reconcileAll(forged);
    },
  },
  {
    what: 'something that the evidence shows said to lack',
    told: /the target is said not to have clock; sighting \d+ shows it/,
    change({ certificate }) {
      certificate.capabilities = certificate.capabilities.filter((each) => each !== 'clock');
    },
  },
  {
    what: 'a check that failed called not exercised',
    told: /recorded as not_exercised, but failed/,
    change(forged) {
      for (const check of failed(forged)) check.outcome = 'not_exercised';
      reconcileAll(forged);
    },
  },
  {
    what: 'one requirement interrupted in a run that was not',
    told: /was interrupted, and the run was not/,
    change(forged) {
      leaveOut(forged, ({ about }) => about === BROKEN);
      setOutcome(requirementOf(forged, BROKEN), 'not_exercised', 'interrupted');
      retotal(forged);
    },
  },
];
