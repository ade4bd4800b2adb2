/** Changes of a rulebook's tables. Each throws if the row it changes does not exist, so that no mutant is empty by mistake. */
import type { Kind } from '../reference/rules/records.ts';
import type { EndpointName, FieldRule, FormName } from '../reference/rules/requests.ts';
import type { Endpoint, Functions, Guard, Limits, Rulebook, Shown } from '../reference/rules/rulebook.ts';
import type { AnyTimer, EventName, Move, RetryRule, Sum, Transition } from '../reference/rules/states.ts';
import type { Change } from './mutant.ts';

export type Json = Record<string, unknown>;

export function field(form: FormName, name: string, change: Partial<FieldRule>): Change {
  return (rules) => ({
    ...rules,
    forms: { ...rules.forms, [form]: replaced(rules.forms[form], (rule) => rule.field === name, change) },
  });
}

/** The field is not validated. */
export function withoutField(form: FormName, name: string): Change {
  return (rules) => ({
    ...rules,
    forms: { ...rules.forms, [form]: without(rules.forms[form], (rule) => rule.field === name) },
  });
}

export function guard(id: string, change: Partial<Guard>): Change {
  return (rules) => ({ ...rules, guards: replaced(rules.guards, (each) => each.id === id, change) });
}

export function withoutGuard(id: string): Change {
  return (rules) => ({ ...rules, guards: without(rules.guards, (each) => each.id === id) });
}

export function endpoint(name: EndpointName, change: Partial<Endpoint>): Change {
  return (rules) => ({ ...rules, endpoints: replaced(rules.endpoints, (each) => each.name === name, change) });
}

/** Changes the body of the endpoint's answer. */
export function shows(name: EndpointName, change: (body: Json, shown: Shown) => Json): Change {
  return (rules) => {
    const { shows: before } = rules.endpoints.find((each) => each.name === name) ?? missing(name);
    return endpoint(name, { shows: (shown) => change(before(shown) as Json, shown) })(rules);
  };
}

/** The endpoint's answer lacks these fields. */
export function omits(name: EndpointName, ...fields: readonly string[]): Change {
  return shows(name, (body) => Object.fromEntries(Object.entries(body).filter(([key]) => !fields.includes(key))));
}

/** Changes rows of a state table; `null` removes them. */
export function transition(kind: Kind, on: string, change: Partial<Transition> | null): Change {
  return (rules) => {
    const rows = rules.machines[kind] as readonly Transition[];
    const named = (row: Transition) => row.on === on;
    const changed = change === null ? without(rows, named) : replaced(rows, named, change);
    return { ...rules, machines: { ...rules.machines, [kind]: changed } };
  };
}

/** Adds a row to the state table. */
export function addedTransition<K extends Kind>(kind: K, row: Transition<K>) {
  return (rules: Rulebook): Rulebook => ({
    ...rules,
    machines: { ...rules.machines, [kind]: [...(rules.machines[kind] as readonly unknown[]), row] },
  });
}

export function timer(kind: Kind, state: string, change: Partial<AnyTimer> | null): Change {
  return (rules) => {
    const named = (each: AnyTimer) => each.kind === kind && each.in === state;
    const timers = change === null ? without(rules.timers, named) : replaced(rules.timers, named, change);
    return { ...rules, timers };
  };
}

export function sum(into: Sum['into'], of: Sum['of'], change: Partial<Sum> | null): Change {
  return (rules) => {
    const named = (each: Sum) => each.into === into && each.of === of;
    return { ...rules, sums: change === null ? without(rules.sums, named) : replaced(rules.sums, named, change) };
  };
}

export function move(entering: Move['entering'], what: Move['what'], change: Partial<Move> | null): Change {
  return (rules) => {
    const named = (each: Move) => each.entering === entering && each.what === what;
    return { ...rules, moves: change === null ? without(rules.moves, named) : replaced(rules.moves, named, change) };
  };
}

/** Changes the payload of the event, except `id`, `event` and `occurredAt`. */
export function event(name: EventName, change: (carried: Json, record: Record<string, unknown>) => Json): Change {
  return (rules) => {
    const { carries } = rules.events[name];
    const changed = {
      carries: (record: Parameters<typeof carries>[0]) =>
        change(carries(record), record as unknown as Record<string, unknown>),
    };
    return { ...rules, events: { ...rules.events, [name]: changed } };
  };
}

export function limits(change: Partial<Limits>): Change {
  return (rules) => ({ ...rules, limits: { ...rules.limits, ...change } });
}

export function retries(change: Partial<RetryRule>): Change {
  return (rules) => ({ ...rules, retries: { ...rules.retries, ...change } });
}

export function refusal(name: keyof Rulebook['refusals'], change: { status?: number; code?: string }): Change {
  return (rules) => ({
    ...rules,
    refusals: { ...rules.refusals, [name]: { ...rules.refusals[name], ...change } },
  });
}

/** Replaces some functions; `change` receives the original ones. */
export function functions(change: (before: Functions) => Partial<Functions>): Change {
  return (rules) => ({ ...rules, functions: { ...rules.functions, ...change(rules.functions) } });
}

function replaced<T extends object>(rows: readonly T[], which: (row: T) => boolean, change: object): T[] {
  if (!rows.some(which)) return missing(JSON.stringify(change));
  return rows.map((row) => (which(row) ? { ...row, ...change } : row));
}

function without<T>(rows: readonly T[], which: (row: T) => boolean): T[] {
  if (!rows.some(which)) return missing('what should be taken away');
  return rows.filter((row) => !which(row));
}

function missing(what: string): never {
  throw new Error(`the rulebook has no row for this change: ${what}`);
}
