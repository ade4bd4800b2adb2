import { check } from '../../interface/checks.ts';
import type { CheckContext } from '../../interface/context.ts';
import { takeDefinitions } from '../checks/define.ts';
import { runCheck } from '../checks/run-check.ts';
import type { Run } from './run.ts';

/** Runs one check, and counts how often it was begun. */
export async function outcomeOf(run: Run, body: (context: CheckContext, turn: number) => Promise<void>) {
  let turns = 0;
  check('checkout.created', 'a check', (context) => body(context, ++turns));
  const [definition] = takeDefinitions();
  if (definition === undefined) throw new Error('nothing was defined');
  const found = await runCheck(run, definition, 0, 'suites/a/b.ts', new AbortController().signal);
  return { ...found, turns };
}
