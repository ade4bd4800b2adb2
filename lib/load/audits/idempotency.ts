import type { IdempotencyKind } from '../../../load/support/intents.ts';
import type { Line } from '../../../load/support/line.ts';
import { counted } from '../../engine/evidence/counted.ts';
import type { Finding } from '../types.ts';
import { asJson, Cases, fieldOf, holdsOfSeen, holdsUnless } from './findings.ts';

/** One idempotency key, the responses to its simultaneous requests, and what the target shows of it after the run. */
export interface Intent {
  readonly key: number;
  readonly round: number;
  readonly kind: IdempotencyKind;
  /** Kobo. For kind `bodies`, whose amounts differ: that of turn 0. */
  readonly amount: number;
  readonly answers: readonly Line[];
  /** Response to the GET of its reference; for kind `bodies` one for each reference. Null: no response. */
  readonly found: readonly ({ readonly status: number; readonly json: unknown } | null)[];
  /** Response to the same request sent again after the run; null for kind `bodies`, or if there was no response. */
  readonly again: { readonly status: number; readonly json: unknown; readonly replayed: boolean } | null;
}

/** Judges intents one at a time and keeps none, so memory does not grow with their number. */
export function idempotencyJudge() {
  const [twice, lost, effect, winner, unknown] = [new Cases(), new Cases(), new Cases(), new Cases(), new Cases()];
  let [same, different, requests, inProgress, limited] = [0, 0, 0, 0, 0];
  const unseen = { same: 0, different: 0, original: 0, answers: 0 };
  return {
    add(intent: Intent): void {
      const { kind, answers } = intent;
      requests += answers.length;
      inProgress += answers.filter((line) => codeOf(line) === 'request_in_progress').length;
      if (answers.some(({ status }) => status === 429)) limited++;
      const count = originals(intent).length;
      if (count > 1) twice.add(`${named(intent)}: ${count} original responses`);
      if (isOriginalUnseen(intent)) unseen.original++;
      else lost.add(...lostBy(intent));
      const isSeen = intent.found.every((found) => found !== null);
      if (!isSeen) unseen[kind === 'bodies' ? 'different' : 'same']++;
      if (kind === 'bodies') {
        different++;
        if (isSeen) winner.add(...winners(intent));
      } else {
        same++;
        if (isSeen) effect.add(...effects(intent));
      }
      for (const line of answers) {
        if (line.status === 0) unseen.answers++;
        else if (!isKnown(intent, line)) unknown.addLine(line);
      }
    },
    findings(): Finding[] {
      const doubt = limited > 0 ? `${counted(limited, 'intent')} met the request rate` : null;
      return [
        holdsUnless(
          doubt,
          'one-original',
          'Of simultaneous requests with one key exactly one gets the original response, without a mark of a replay.',
          `${counted(same + different, 'intent')}, ${counted(requests, 'request')}, ${inProgress} of them answered request_in_progress`,
          twice,
        ),
        holdsOfSeen(
          unseen.original,
          'no-response-lost',
          'The original response reaches one of the callers, and a later request with the key gets its replay.',
          `${counted(same, 'intent')} asked again afterwards`,
          lost,
          doubt,
        ),
        holdsOfSeen(
          unseen.same,
          'one-effect',
          'One key has one effect, which its original response reports.',
          counted(same, 'intent'),
          effect,
        ),
        holdsOfSeen(
          unseen.different,
          'one-winner',
          'Of different bodies under one key one is carried out, and the others are refused.',
          counted(different, 'key'),
          winner,
        ),
        holdsOfSeen(
          unseen.answers,
          'answers-known',
          'Every other answer is the replay of the original response, or a refusal that the interface names.',
          counted(requests, 'answer'),
          unknown,
          doubt,
        ),
      ];
    },
  };
}

function named({ kind, key, round }: Intent): string {
  return `${kind} of key ${key}, round ${round}`;
}

export function originals({ answers }: Intent): Line[] {
  return answers.filter(({ status, replayed }) => status === 201 && !replayed);
}

/** True if the original response may have been lost by the network, or the request sent again got no response. */
function isOriginalUnseen(intent: Intent): boolean {
  if (originals(intent).length === 0) return intent.answers.some(({ status }) => status === 0);
  return intent.kind !== 'bodies' && intent.again === null;
}

function lostBy(intent: Intent): string[] {
  const [original] = originals(intent);
  if (original === undefined) return [`${named(intent)}: none of ${intent.answers.length} got the original response`];
  const { again } = intent;
  if (intent.kind === 'bodies' || again === null) return [];
  if (again.status !== 201 || !again.replayed)
    return [`${named(intent)}: asked again, ${again.status}${again.replayed ? '' : ', not marked as replayed'}`];
  return sameJson(again.json, asJson(original.body))
    ? []
    : [`${named(intent)}: the replay is not the original response`];
}

export function effects(intent: Intent): string[] {
  const [found] = intent.found;
  const bodies = new Set(intent.answers.filter(({ status }) => status === 201).map(({ body }) => body));
  const ids = new Set([...bodies].map((body) => fieldOf(asJson(body), 'id')));
  if (ids.size > 1) return [`${named(intent)}: ${ids.size} different ids`];
  if (ids.size === 0) return [];
  if (found == null || found.status !== 200)
    return [`${named(intent)}: not found afterwards (${found?.status ?? 'no answer'})`];
  if (!ids.has(fieldOf(found.json, 'id'))) return [`${named(intent)}: found under another id than was answered`];
  // The interface does not show which fields an escrow's record has.
  const amount = intent.kind === 'escrow' ? undefined : fieldOf(found.json, 'amount');
  return amount === undefined || amount === intent.amount
    ? []
    : [`${named(intent)}: ${String(amount)} kobo, not ${intent.amount}`];
}

function winners(intent: Intent): string[] {
  const there = intent.found.flatMap((found, turn) => (found?.status === 200 ? [turn] : []));
  const told = originals(intent).map(({ turn }) => turn);
  if (there.length !== 1) return [`${named(intent)}: ${there.length} of ${intent.found.length} exist`];
  return told.length === 0 || told[0] === there[0]
    ? []
    : [`${named(intent)}: number ${told[0]} was told that it won, number ${there[0]} exists`];
}

function isKnown(intent: Intent, line: Line): boolean {
  const code = codeOf(line);
  if (line.status === 409) {
    return code === 'request_in_progress' || (intent.kind === 'bodies' && code === 'idempotency_key_reused');
  }
  if (line.status !== 201) return false;
  if (!line.replayed || intent.kind === 'bodies') return !line.replayed;
  const [original] = originals(intent);
  // Comparing the text first is faster: most replays are identical to the byte.
  return original === undefined || line.body === original.body || sameJson(asJson(line.body), asJson(original.body));
}

function codeOf({ status, body }: Line): unknown {
  return status < 400 ? undefined : fieldOf(fieldOf(asJson(body), 'error'), 'code');
}

/** Equality that ignores the order of fields. */
function sameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(sorted);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json)
      .map(([name, value]) => [name, sorted(value)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
