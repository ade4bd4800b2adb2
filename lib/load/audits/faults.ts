import { counted } from '../../engine/evidence/counted.ts';
import type { Finding } from '../types.ts';
import { asJson, Cases, fieldOf, finding, holds, holdsOfSeen } from './findings.ts';
import { effects, type Intent, originals } from './idempotency.ts';

/** Minimum number of injected faults for the run to be conclusive. */
const ENOUGH = 10;

/** Judges intents that were retried through a fault-injecting proxy until the outcome was known: one at a time, so memory stays constant. */
export function faultsJudge() {
  const [unknown, refused, twice, effect, gone] = [new Cases(), new Cases(), new Cases(), new Cases(), new Cases()];
  let [all, again, unseen] = [0, 0, 0];
  return {
    add(intent: Intent): void {
      const { answers, found, kind, key, round } = intent;
      all++;
      if (answers.length > 1) again++;
      const last = answers.toSorted((one, other) => one.turn - other.turn).at(-1);
      if (last?.status === 0) unknown.addLine(last);
      else if (last !== undefined && last.status !== 201) refused.addLine(last);
      const count = originals(intent).length;
      if (count > 1) twice.add(`${kind} of key ${key}, round ${round}: ${count} original responses`);
      const [one] = found;
      if (one == null) {
        unseen++;
        return;
      }
      effect.add(...effects(intent));
      const created = answers.find(({ status }) => status === 201);
      const there = one.status === 200 && fieldOf(one.json, 'id') === fieldOf(asJson(created?.body), 'id');
      if (created !== undefined && !there) gone.add(`${kind} of key ${key}, round ${round}: not found afterwards`);
    },
    /** `mishaps`: number of injected faults by kind. */
    findings(mishaps: Readonly<Record<string, number>>): Finding[] {
      const sum = Object.values(mishaps).reduce((total, count) => total + count, 0);
      const kinds = Object.entries(mishaps).map(([kind, count]) => `${kind} ${count}`);
      const intents = counted(all, 'intent');
      return [
        finding(
          'faults',
          'Connections were cut and answers lost, and it was asked again.',
          sum >= ENOUGH && again > 0 ? 'passed' : 'inconclusive',
          `${kinds.join(', ')}; ${again} of ${intents} asked again`,
          [],
        ),
        finding(
          'answered',
          'In the end a repeated request gets an answer.',
          unknown.count === 0 ? 'passed' : 'inconclusive',
          `${all - unknown.count} of ${all}`,
          unknown.shown,
        ),
        holds('no-response-lost', 'A repeated request with the same key gets the original response.', intents, refused),
        holds('one-original', 'No intent is answered by two original responses.', intents, twice),
        holdsOfSeen(unseen, 'one-effect', 'One key has one effect, which its responses report.', intents, effect),
        holdsOfSeen(unseen, 'nothing-lost', 'What was said to be created is there afterwards.', intents, gone),
      ];
    },
  };
}
