import type { Kind, RecordOf } from '../../../reference/rules/records.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import type { AnyTimer } from '../../../reference/rules/states.ts';
import { guard } from '../../change.ts';
import type { Change } from '../../mutant.ts';

/** What time sets off in this state; `plain` is what it sets off in the reference. */
export function onTime<K extends Kind>(
  kind: K,
  state: string,
  change: (record: RecordOf[K], plain: string) => string,
): Change {
  return (rules) => {
    if (!rules.timers.some((each) => each.kind === kind && each.in === state)) throw new Error(`no timer of ${kind}`);
    const timers = rules.timers.map((each) => {
      if (each.kind !== kind || each.in !== state) return each;
      const plain = each.on as string | ((record: RecordOf[K]) => string);
      const on = (record: RecordOf[K]) => change(record, typeof plain === 'string' ? plain : plain(record));
      return { ...each, on } as unknown as AnyTimer;
    });
    return { ...rules, timers };
  };
}

/** The guard refuses in these cases too. */
export function refusesAlso(id: string, when: (asked: Case) => boolean): Change {
  return (rules) => {
    const plain = rules.guards.find((each) => each.id === id);
    return guard(id, { refuses: (asked) => (plain?.refuses(asked) ?? false) || when(asked) })(rules);
  };
}
