import type { Definition } from '../../engine/checks/define.ts';
import type { Suite } from '../../engine/checks/suites.ts';

/** All checks of the suites. Throws where a suite cannot be imported: what it defines would be taken out of the table. */
export function definedIn(suites: readonly Suite[]): Definition[] {
  const [fault] = suites.flatMap((suite) => suite.fault ?? []);
  if (fault !== undefined) throw new Error(`nothing was written: ${fault}`);
  return suites.flatMap(({ definitions }) => definitions);
}
