/** Changes of the steps by which a request is processed, from its arrival to its answer. */
import { Refusal } from '../reference/engine/refusal.ts';
import type { EndpointName, Reply } from '../reference/rules/requests.ts';
import type { Case, Step } from '../reference/rules/rulebook.ts';
import type { Change } from './mutant.ts';

export type StepName =
  | 'limitRate'
  | 'readBody'
  | 'keepKey'
  | 'takeTime'
  | 'checkFields'
  | 'answerKnown'
  | 'checkGuards'
  | 'act';

/** Inserts a step before the named one. */
export function before(name: StepName, step: Step): Change {
  return around(name, (own) => (asked, next) => step(asked, () => own(asked, next)));
}

/** Wraps the named step. */
export function around(name: StepName, wrap: (own: Step) => Step): Change {
  return (rules) => {
    if (!rules.steps.some((step) => step.name === name)) throw new Error(`there is no step ${name}`);
    return {
      ...rules,
      // The wrapped step keeps its name, so that further changes can refer to it.
      steps: rules.steps.map((step) =>
        step.name === name ? Object.defineProperty(wrap(step), 'name', { value: name }) : step,
      ),
    };
  };
}

/** Changes answers before they are sent, including replays and refusals. */
export function answers(
  at: EndpointName | readonly EndpointName[] | 'everywhere',
  change: (reply: Reply, asked: Case) => Reply | Promise<Reply>,
): Change {
  return before('limitRate', async (asked, next) =>
    isAt(asked, at) ? await change(await replyOf(next), asked) : await next(),
  );
}

/** Replaces the named field of the body, if present, before it is checked. */
export function coerces(at: EndpointName, name: string, change: (value: unknown) => unknown): Change {
  return before('checkFields', (asked, next) => {
    const value = asked.body.get(name);
    if (isAt(asked, at) && value !== undefined) put(asked.body.value, name.split('.'), change(value));
    return next();
  });
}

/** Sets the named field of the body, if missing, before it is checked. */
export function fills(at: EndpointName, name: string, value: unknown): Change {
  return before('checkFields', (asked, next) => {
    if (isAt(asked, at) && asked.body.get(name) === undefined) put(asked.body.value, name.split('.'), value);
    return next();
  });
}

/** Waits this many milliseconds of real time between checking whether an action is permitted and performing it. */
export function hesitates(at: EndpointName, milliseconds = 15): Change {
  return before('act', async (asked, next) => {
    if (isAt(asked, at)) await pause(milliseconds);
    return next();
  });
}

/** Writes the status of the resource as it was read this many milliseconds of real time earlier, overwriting changes made meanwhile. */
export function writesWhatItRead(at: readonly EndpointName[], milliseconds = 100): Change {
  return before('act', async (asked, next) => {
    const { record } = asked;
    if (!isAt(asked, at) || record === undefined) return next();
    const { status } = record;
    await pause(milliseconds);
    (record as { status: string }).status = status;
    return next();
  });
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** The reply of the remaining steps; a refusal is returned as a reply. */
export async function replyOf(next: () => Reply | Promise<Reply>): Promise<Reply> {
  try {
    return await next();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.status, text: error.text, headers: error.headers };
  }
}

export function isAt({ endpoint }: Case, at: EndpointName | readonly EndpointName[] | 'everywhere'): boolean {
  return at === 'everywhere' || at === endpoint.name || at.includes(endpoint.name);
}

function put(body: Record<string, unknown>, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) body[name] = value;
  else {
    const inner = body[name];
    const object = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {};
    body[name] = object;
    put(object, rest, value);
  }
}
