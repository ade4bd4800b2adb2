import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { K6Failed, type K6Ran, type K6Run, linesIn } from './k6/run.ts';

/**
 * In place of running k6 here: hands over what a script needs, as `load.env` in a folder (for this user alone, and gone afterwards),
 * waits until somebody has run it, on other machines, and put what k6 logged into `lines.ndjson` beside it. Throws K6Failed.
 */
export async function runElsewhere(run: K6Run, folder: string, say: (line: string) => void): Promise<K6Ran> {
  const began = performance.now();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [env, lines] = [join(folder, 'load.env'), join(folder, 'lines.ndjson')];
  await rm(lines, { force: true });
  await rm(env, { force: true });
  const told = Object.entries({ ...run.env, LOAD_KEYS: run.keys });
  await writeFile(env, told.map(([name, value]) => `${name}=${value}\n`).join(''), { mode: 0o600, flag: 'wx' });
  try {
    say(`${run.script}: run load/${run.script}.ts with the environment in ${env},`);
    say(`then gather what k6 logged in ${lines} and press Enter`);
    const input = createInterface({ input: process.stdin });
    const ended = once(input, 'close');
    await Promise.race([once(input, 'line', { signal: run.signal }), ended]).finally(() => input.close());
    const gathered = linesIn(await readFile(lines, 'utf8').catch(() => ''));
    if (gathered.length === 0) throw new K6Failed(`${lines} has no line of a request`);
    // What k6 dropped is in no line: as many as were not sent.
    const seconds = (performance.now() - began) / 1_000;
    return { lines: gathered, totals: { dropped: 0, maxUsers: 0 }, status: 0, seconds };
  } finally {
    await rm(env, { force: true });
  }
}
