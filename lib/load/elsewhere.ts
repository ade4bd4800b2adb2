import { once } from 'node:events';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { K6Failed, type K6Ran, type K6Run, totalsIn } from './k6/run.ts';

/** Files put into the folder after the run: k6's lines, one file per machine; and k6's summaries, which are optional. */
const LINES = /^lines.*\.ndjson$/;
const SUMMARY = /^summary.*\.json$/;

/**
 * Replaces running k6 on this machine: writes the script's environment to `load.env` in `folder` (mode 600, removed at the end), and waits
 * for Enter, after the user has run the script on other machines and copied each k6's lines to `lines*.ndjson` there. Throws K6Failed.
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
    // Without k6's summaries the number of dropped arrivals is unknown: they have no line and count as not sent.
    const totals = await totalsIn(await found(SUMMARY));
    return { totals, status: 0, seconds: (performance.now() - began) / 1_000, waitMs: 0 };
  } finally {
    await rm(env, { force: true });
  }
}
