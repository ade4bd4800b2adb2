import { compareScript, type ScriptComparison } from '../../load/compare/compare.ts';
import { Incomparable, readRecorded } from '../../load/compare/folders.ts';
import { comparisonTable } from '../../load/compare/table.ts';

export interface CompareWishes {
  /** A share: 0.05. */
  readonly tolerance: number;
  /** Print it as JSON in place of the tables. */
  readonly json: boolean;
}

/** Resamplings for an interval of 95%: its ends are the tenth of 400 from below and from above. */
const RESAMPLINGS = 400;

/** Compares two runs by what they left in their folders. Returns the exit status: 0; 1 where B is worse; 2 where latencies could not be compared. Throws Incomparable. */
export async function compareRuns(folders: readonly string[], { tolerance, json }: CompareWishes): Promise<0 | 1 | 2> {
  const [first, second, ...more] = folders;
  if (first === undefined || second === undefined || more.length > 0)
    throw new Incomparable('compare takes two folders: npm run load -- compare A B');
  const [a, b] = [await readRecorded(first), await readRecorded(second)];
  const compared = [...b].flatMap(([script, later]): ScriptComparison[] => {
    const earlier = a.get(script);
    return earlier === undefined ? [] : [compareScript(earlier, later, { tolerance, resamplings: RESAMPLINGS })];
  });
  if (compared.length === 0) throw new Incomparable(`${first} and ${second} have no script in common`);
  const gone = [...a.keys()].filter((script) => !b.has(script));
  const added = [...b.keys()].filter((script) => !a.has(script));
  if (json) process.stdout.write(`${JSON.stringify({ a: first, b: second, compared, gone, added }, null, 2)}\n`);
  else {
    for (const each of compared) console.log(`${comparisonTable(each)}\n`);
    if (gone.length > 0) console.log(`only in A: ${gone.join(', ')}`);
    if (added.length > 0) console.log(`only in B: ${added.join(', ')}`);
  }
  const has = (one: ScriptComparison['change']) => compared.some(({ change }) => change === one);
  return has('worse') ? 1 : has('not comparable') ? 2 : 0;
}
