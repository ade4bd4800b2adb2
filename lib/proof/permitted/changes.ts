/** Changes for permitted variants, besides those of a rulebook's tables. */
import type { IncomingMessage } from 'node:http';
import { functions } from '../mutants/change.ts';
import type { Change } from '../mutants/mutant.ts';
import { around, before } from '../mutants/steps.ts';
import type { Clock } from '../reference/engine/clock.ts';
import { Refusal } from '../reference/engine/refusal.ts';
import type { EndpointName } from '../reference/rules/requests.ts';
import type { Case } from '../reference/rules/rulebook.ts';
import type { Decisions } from '../reference/rules/tables/decisions.ts';

export type Json = Record<string, unknown>;

export function decisions(change: Partial<Decisions>): Change {
  return (rules) => ({ ...rules, decisions: { ...rules.decisions, ...change } });
}

/** An answer of the interface as it is sent. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** Changes every JSON answer, errors included, just before it is sent. */
export function answersLeave(
  change: (answer: Answer, asked: IncomingMessage, clock: Clock) => Answer | Response | Promise<Answer | Response>,
): Change {
  return functions(({ finish }) => ({
    async finish(response, asked, clock) {
      const first = finish ? await finish(response, asked, clock) : response;
      if (!/json/i.test(first.headers.get('content-type') ?? '')) return first;
      const headers = Object.fromEntries(first.headers);
      const left = await change({ status: first.status, headers, text: await first.text() }, asked, clock);
      return left instanceof Response ? left : responseOf(left);
    },
  }));
}

export function responseOf({ status, headers, text }: Answer): Response {
  return new Response(text === '' ? null : text, { status, headers });
}

/** Changes the text of every JSON body: of answers, and of webhooks before they are signed. */
export function jsonIsWritten(change: (text: string) => string): Change {
  return (rules) => webhooksAreWritten(change)(answersAreWritten(change)(rules));
}

export function answersAreWritten(change: (text: string) => string): Change {
  return answersLeave((answer) => ({ ...answer, text: answer.text === '' ? '' : change(answer.text) }));
}

export function webhooksAreWritten(change: (text: string) => string): Change {
  return functions(({ payload }) => ({ payload: (event) => change(payload(event)) }));
}

/** Changes the status, code, message or headers of refusals, at every step. */
export function refusals(
  change: (
    refusal: Refusal,
    asked: Case,
  ) => { status?: number; code?: string; message?: string; headers?: Json } | null,
): Change {
  const changed = (error: unknown, asked: Case): never => {
    const other = error instanceof Refusal ? change(error, asked) : null;
    if (!(error instanceof Refusal) || other === null) throw error;
    const { status = error.status, code = error.code, message = error.message, headers = error.headers } = other;
    throw new Refusal({ status, code }, message, headers as Record<string, string>);
  };
  return before('limitRate', async (asked, next) => {
    try {
      return await next();
    } catch (error) {
      return changed(error, asked);
    }
  });
}

/** Records and events get these ids. */
export function ids(make: (prefix: string) => string): Change {
  return (rules) =>
    functions(() => ({ eventId: () => make('evt_') }))(
      before('limitRate', (asked, next) => {
        asked.service = { ...asked.service, newId: make };
        return next();
      })(rules),
    );
}

/** Extends what the endpoint does. */
export function does(name: EndpointName, more: (asked: Case, own: () => Case['record']) => Case['record']): Change {
  return (rules) => ({
    ...rules,
    endpoints: rules.endpoints.map((endpoint) =>
      endpoint.name === name
        ? { ...endpoint, does: (asked: Case) => more(asked, () => endpoint.does?.(asked)) }
        : endpoint,
    ),
  });
}

export { around, before };
