import { counted } from '../../engine/evidence/counted.ts';
import type { Finding } from '../types.ts';
import { asJson, describe, fieldOf, finding, holds } from './findings.ts';
import { effects, type Intent, originals } from './idempotency.ts';

/** Fewer mishaps than this show nothing. */
const ENOUGH = 10;

/** What became of intents that were asked for over a rough way, until each caller knew. `mishaps`: what went wrong on it, by kind. */
export function judgeFaults(intents: readonly Intent[], mishaps: Readonly<Record<string, number>>): Finding[] {
  const again = intents.filter(({ answers }) => answers.length > 1).length;
  const sum = Object.values(mishaps).reduce((all, count) => all + count, 0);
  const kinds = Object.entries(mishaps).map(([kind, count]) => `${kind} ${count}`);
  const unknown = intents.filter((intent) => last(intent)?.status === 0);
  return [
    finding(
      'faults',
      'Connections were cut and answers lost, and it was asked again.',
      sum >= ENOUGH && again > 0 ? 'passed' : 'inconclusive',
      `${kinds.join(', ')}; ${again} of ${counted(intents.length, 'intent')} asked again`,
      [],
    ),
    finding(
      'answered',
      'In the end somebody who asks again gets an answer.',
      unknown.length === 0 ? 'passed' : 'inconclusive',
      `${intents.length - unknown.length} of ${intents.length}`,
      unknown.flatMap(({ answers }) => answers.slice(-1).map(describe)),
    ),
    holds(
      'no-response-lost',
      'Whoever asks again with the same key gets the original response.',
      counted(intents.length, 'intent'),
      intents.flatMap((intent) => {
        const line = last(intent);
        return line === undefined || line.status === 0 || line.status === 201 ? [] : [describe(line)];
      }),
    ),
    holds(
      'one-original',
      'No intent is answered by two original responses.',
      counted(intents.length, 'intent'),
      intents.flatMap((intent) =>
        originals(intent).length > 1
          ? [
              `${intent.kind} of key ${intent.key}, round ${intent.round}: ${originals(intent).length} original responses`,
            ]
          : [],
      ),
    ),
    holds(
      'one-effect',
      'One key has one effect, the one that its responses tell of.',
      counted(intents.length, 'intent'),
      intents.flatMap(effects),
    ),
    holds(
      'nothing-lost',
      'What was said to be created is there afterwards.',
      counted(intents.length, 'intent'),
      intents.flatMap(({ answers, found, kind, key, round }) => {
        const created = answers.find(({ status }) => status === 201);
        const [one] = found;
        const there = one?.status === 200 && fieldOf(one.json, 'id') === fieldOf(asJson(created?.body), 'id');
        return created === undefined || there ? [] : [`${kind} of key ${key}, round ${round}: not found afterwards`];
      }),
    ),
  ];
}

function last({ answers }: Intent) {
  return answers.toSorted((one, other) => one.turn - other.turn).at(-1);
}
