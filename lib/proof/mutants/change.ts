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
    forms: {
      ...rules.forms,
      [form]: replaced(rules.forms[form], (rule) => rule.field === name, change, `forms: ${form}, ${name}`),
    },
  });
}

/** The field is not validated. */
export function withoutField(form: FormName, name: string): Change {
  return (rules) => ({
    ...rules,
    forms: {
      ...rules.forms,
      [form]: without(rules.forms[form], (rule) => rule.field === name, `forms: ${form}, ${name}`),
    },
  });
}

export function guard(id: string, change: Partial<Guard>): Change {
  return (rules) => ({ ...rules, guards: replaced(rules.guards, (each) => each.id === id, change, `guards: ${id}`) });
}

export function withoutGuard(id: string): Change {
  return (rules) => ({ ...rules, guards: without(rules.guards, (each) => each.id === id, `guards: ${id}`) });
}

export function endpoint(name: EndpointName, change: Partial<Endpoint>): Change {
  return (rules) => ({
    ...rules,
    endpoints: replaced(rules.endpoints, (each) => each.name === name, change, `endpoints: ${name}`),
  });
}

/** Changes the body of the endpoint's answer. */
export function shows(name: EndpointName, change: (body: Json, shown: Shown) => Json): Change {
  return (rules) => {
    const { shows: before } = rules.endpoints.find((each) => each.name === name) ?? missing(`endpoints: ${name}`);
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
    const row = `machines: ${kind} on ${on}`;
    const changed = change === null ? without(rows, named, row) : replaced(rows, named, change, row);
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
    const row = `timers: ${kind} in ${state}`;
    const timers = change === null ? without(rules.timers, named, row) : replaced(rules.timers, named, change, row);
    return { ...rules, timers };
  };
}

export function sum(into: Sum['into'], of: Sum['of'], change: Partial<Sum> | null): Change {
  return (rules) => {
    const named = (each: Sum) => each.into === into && each.of === of;
    const row = `sums: ${of} into ${into}`;
    const sums = change === null ? without(rules.sums, named, row) : replaced(rules.sums, named, change, row);
    return { ...rules, sums };
  };
}

export function move(entering: Move['entering'], what: Move['what'], change: Partial<Move> | null): Change {
  return (rules) => {
    const named = (each: Move) => each.entering === entering && each.what === what;
    const row = `moves: ${what} entering ${entering}`;
    const moves = change === null ? without(rules.moves, named, row) : replaced(rules.moves, named, change, row);
    return { ...rules, moves };
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

function replaced<T extends object>(rows: readonly T[], which: (row: T) => boolean, change: object, row: string): T[] {
  if (!rows.some(which)) return missing(row);
  return rows.map((each) => (which(each) ? { ...each, ...change } : each));
}

function without<T>(rows: readonly T[], which: (row: T) => boolean, row: string): T[] {
  if (!rows.some(which)) return missing(row);
  return rows.filter((each) => !which(each));
}

function missing(row: string): never {
  throw new Error(`the reference has no such row to change in lib/proof/reference/rules/tables: ${row}`);
}
