/** Ways to break a rule in one history, state or value alone. */
import { html } from 'hono/html';
import { Body } from '../../reference/engine/body.ts';
import { Refusal } from '../../reference/engine/refusal.ts';
import type { Kind, Merchant, RecordOf, Refund } from '../../reference/rules/records.ts';
import type { EndpointName, Reply } from '../../reference/rules/requests.ts';
import type { Case, Service } from '../../reference/rules/rulebook.ts';
import type { AnyTimer, Details, EventName, Transition } from '../../reference/rules/states.ts';
import { addedTransition, functions } from '../change.ts';
import { all, type Change } from '../mutant.ts';
import { answers, before, isAt } from '../steps.ts';

type At = EndpointName | readonly EndpointName[] | 'everywhere';
type Fire = Service['fire'];

export const HOUR = 3_600;
export const DAY = 24 * HOUR;

/** What calls, pages and people set off goes through this; what time sets off does not. */
export function onFire(wrap: (fire: Fire, service: Service) => Fire): Change {
  const wrapped = new WeakSet<Service>();
  return before('limitRate', ({ service }, next) => {
    if (!wrapped.has(service)) {
      wrapped.add(service);
      service.fire = wrap(service.fire, service);
    }
    return next();
  });
}

/** So many seconds after a record has entered a state it goes on to another, if it is of these. */
export function inTime<K extends Kind>(
  kind: K,
  row: { from: RecordOf[K]['status']; to: RecordOf[K]['status']; sends: EventName | null },
  seconds: number | ((record: RecordOf[K]) => number),
  when: (record: RecordOf[K]) => boolean = () => true,
): Change {
  const on = `in time ${row.from} ${row.to}`;
  const timer = { kind, in: row.from, after: seconds, on: (record: RecordOf[K]) => (when(record) ? on : 'nothing') };
  return all(addedTransition(kind, { ...row, on }), (rules) => ({
    ...rules,
    timers: [...rules.timers, timer as unknown as AnyTimer],
  }));
}

/** Something more that happens with a row of a state table, before sums are added up. */
export function also<K extends Kind>(
  kind: K,
  on: string,
  does: (record: RecordOf[K], now: string, details: Details) => void,
): Change {
  return (rules) => {
    const rows = rules.machines[kind] as unknown as readonly Transition<K>[];
    if (!rows.some((row) => row.on === on)) throw new Error(`no row of ${kind} has the trigger ${on}`);
    const changed = rows.map((row) => {
      if (row.on !== on) return row;
      return {
        ...row,
        also: (record: RecordOf[K], now: string, details: Details) => {
          row.also?.(record, now, details);
          does(record, now, details);
        },
      };
    });
    return { ...rules, machines: { ...rules.machines, [kind]: changed } };
  };
}

export function whenRefused(at: At, does: (asked: Case, refused: { status: number; code: string }) => void): Change {
  return answers(at, (reply, asked) => {
    if (reply.status >= 400) does(asked, { status: reply.status, code: codeOf(reply) });
    return reply;
  });
}

/** What a request does in spite of credentials that are refused; `merchant` is the one whose key or id was given. */
export function whenTurnedAway(does: (asked: Case, code: string) => void): Change {
  const refused = new WeakMap<Case['header'], Refusal>();
  return all(
    before('limitRate', (asked, next) => {
      const refusal = refused.get(asked.header);
      if (refusal === undefined) return next();
      asked.body = new Body(bodyOf(asked));
      does(asked, codeOf({ status: refusal.status, text: refusal.text }));
      throw refusal;
    }),
    functions(({ authenticate }) => ({
      authenticate(service, environment, header) {
        try {
          return authenticate(service, environment, header);
        } catch (error) {
          const merchant = merchantMeant(service, header);
          if (!(error instanceof Refusal) || merchant === undefined) throw error;
          refused.set(header, error);
          return merchant;
        }
      },
    })),
  );
}

/** The whole body is read as something else. */
export function bodyAs(at: At, change: (value: unknown) => unknown): Change {
  return before('readBody', (asked, next) => {
    if (isAt(asked, at) && asked.raw.length > 0) {
      const value = parsed(asked.raw.toString('utf8'));
      const changed = change(value);
      if (value !== undefined && changed !== value)
        asked.raw = Buffer.from(changed === undefined ? '' : JSON.stringify(changed));
    }
    return next();
  });
}

/** The field of a body that was found good is kept as something else. */
export function keptAs(at: At, name: string, change: (value: unknown) => unknown): Change {
  return before('act', (asked, next) => {
    const value = asked.body.get(name);
    if (isAt(asked, at) && value !== undefined) asked.body.value[name] = change(value);
    return next();
  });
}

/** Every value within a value, innermost first. */
export function deeply(change: (value: unknown) => unknown): (value: unknown) => unknown {
  const within = (value: unknown): unknown => {
    if (Array.isArray(value)) return change(value.map(within));
    if (typeof value === 'object' && value !== null)
      return change(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, within(inner)])));
    return change(value);
  };
  return within;
}

/** The refunds of the same checkout, in the order in which they were made. */
export function siblings(refund: Refund): Refund[] {
  return [...refund.merchant.records.refund.values()].filter(({ payment }) => payment === refund.payment);
}

export function codeOf(reply: Reply): string {
  return /"code":"(\w+)"/.exec(reply.text)?.[1] ?? '';
}

export function bodyOf({ raw }: Case): Record<string, unknown> {
  const value = parsed(raw.toString('utf8'));
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function ageOf(record: { createdAt: string }, service: Service): number {
  return (service.clock.now() - Date.parse(record.createdAt)) / 1_000;
}

export function merchantMeant({ environments }: Service, header: Case['header']): Merchant | undefined {
  const key = /^Bearer +(\S+)$/i.exec(header('authorization') ?? '')?.[1] ?? '';
  const id = header('x-merchant-id') ?? '';
  const { sandbox, live } = environments;
  return sandbox.apiKeys.get(key) ?? live.apiKeys.get(key) ?? sandbox.merchants.get(id) ?? live.merchants.get(id);
}

/** Whether with this refund, one of several, all of the checkout is refunded. */
export function completes(refund: Refund): boolean {
  const { payment } = refund;
  return payment !== null && payment.refundedAmount === payment.amount && siblings(refund).length > 1;
}

/** The refusal with another object as its `error`. */
export function withError(reply: Reply, change: (error: { code: string; message: string }) => object): Reply {
  return { ...reply, text: JSON.stringify({ error: change(JSON.parse(reply.text).error) }) };
}

/** An expired checkout is pending again on `reopen`. */
export const reopened = addedTransition('checkout', {
  from: 'failed',
  on: 'reopen',
  to: 'pending',
  sends: null,
  also: (checkout) => {
    checkout.failureReason = null;
  },
});

/** Texts as a form of a web page escapes them. */
export function escaped(text: string): string {
  return String(html`${text}`);
}
