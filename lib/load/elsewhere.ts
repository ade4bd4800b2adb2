import { once } from 'node:events';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { K6Failed, type K6Ran, type K6Run, totalsIn } from './k6/run.ts';

/** What k6 logged: one file, or one for each machine. And k6's summaries, where somebody brought them. */
const LINES = /^lines.*\.ndjson$/;
const SUMMARY = /^summary.*\.json$/;

/**
 * In place of running k6 here: hands over what a script needs, as `load.env` in a folder (for this user alone, and gone afterwards),
 * waits until somebody has run it, on other machines, and put what each k6 logged into `lines*.ndjson` beside it. Throws K6Failed.
 */
export async function runElsewhere(run: K6Run, folder: string, say: (line: string) => void): Promise<K6Ran> {
  const began = performance.now();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const env = join(folder, 'load.env');
  const found = async (kind: RegExp) =>
    (await readdir(folder)).filter((name) => kind.test(name)).map((name) => join(folder, name));
  for (const old of [env, ...(await found(LINES)), ...(await found(SUMMARY))]) await rm(old, { force: true });
  const told = Object.entries({ ...run.env, LOAD_KEYS: run.keys });
  await writeFile(env, told.map(([name, value]) => `${name}=${value}\n`).join(''), { mode: 0o600, flag: 'wx' });
  try {
    say(`${run.script}: run load/${run.script}.ts with the environment in ${env},`);
    say(
      `then gather what k6 logged in ${join(folder, 'lines.ndjson')}, or in a lines-NAME.ndjson for each machine, and press Enter`,
    );
    const input = createInterface({ input: process.stdin });
    const ended = once(input, 'close');
    await Promise.race([once(input, 'line', { signal: run.signal }), ended]).finally(() => input.close());
    for (const path of await found(LINES)) await run.lines.addFile(path);
    if (run.lines.count === 0) throw new K6Failed(`${folder} has no lines*.ndjson with a line of a request`);
    // Without k6's summaries it is not known what k6 dropped: it is in no line, and counts as not sent.
    const totals = await totalsIn(await found(SUMMARY));
    return { totals, status: 0, seconds: (performance.now() - began) / 1_000, waitMs: 0 };
  } finally {
    await rm(env, { force: true });
  }
}
