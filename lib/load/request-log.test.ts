import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { Line } from '../../load/support/line.ts';
import { RequestLog, readLines } from './request-log.ts';
import { lineOf, logOf } from './testing.support.ts';

const files = async (...texts: string[]) => {
  const folder = await mkdtemp(join(tmpdir(), 'request-log-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const paths = texts.map((_, place) => join(folder, `lines-${place}.ndjson`));
  for (const [place, path] of paths.entries()) await writeFile(path, texts[place] ?? '');
  return { folder, paths };
};
const asText = (lines: readonly Line[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const turns = (lines: Iterable<Line>) => [...lines].map(({ turn }) => turn);

test('files of two machines become one run: in the order of time, of turns, and by key and round', async () => {
  const [one, other] = [0, 1].map((machine) =>
    [4, 2, 0].map((turn) => lineOf({ turn: turn + machine, key: machine, round: turn % 4, at: 9_000 - turn })),
  );
  const { folder, paths } = await files(`level=info msg="starting"\n${asText(one ?? [])}`, asText(other ?? []));
  const log = new RequestLog();
  for (const path of paths) await log.addFile(path);
  expect(log.count).toBe(6);
  expect(turns(log)).toEqual([4, 5, 2, 3, 0, 1]);
  expect(turns(log.inTurn())).toEqual([0, 1, 2, 3, 4, 5]);
  expect(turns(log.ofRound(0))).toEqual([4, 5, 0, 1]);
  expect(turns(log.ofRound(0, 1))).toEqual([5, 1]);
  const merged = join(folder, 'requests.ndjson');
  await log.writeTo(merged);
  expect(await readFile(merged, 'utf8')).toBe(asText([...log]));
  log.close();
});

test('the number of a window takes the place of the round', async () => {
  const { paths } = await files(asText([lineOf({ round: 9 })]));
  const log = new RequestLog();
  await log.addFile(paths[0] ?? '', 3);
  expect([...log]).toEqual([lineOf({ round: 3 })]);
});

test('a line ends at a line feed and nowhere else, and a cut one is no line', async () => {
  const { paths } = await files(asText([lineOf({ body: 'a\u2028b\rc' })]), '{"key":0,"rou');
  const read = [];
  for await (const line of readLines(paths[0] ?? '')) read.push(line.body);
  expect(read).toEqual(['a\u2028b\rc']);
  await expect(new RequestLog().addFile(paths[1] ?? '')).rejects.toThrow(SyntaxError);
  for await (const line of readLines('/nowhere')) read.push(line.body);
  expect(read).toHaveLength(1);
});

test('it can be read while it is read', () => {
  const log = logOf([0, 1, 2].map((turn) => lineOf({ turn, round: turn })));
  expect([...log].flatMap(({ round }) => turns(log.ofRound(round)))).toEqual([0, 1, 2]);
});

const measure = fileURLToPath(new URL('./audits/measure.ts', import.meta.url));

// Held in memory, the requests would need twice the available heap. npm run load -- prove audits a million.
test.for([
  ['steady', 150_000],
  ['idempotency', 60_000],
] as const)('the audit of %s needs no memory for each of %i requests', ([script, requests]) => {
  const args = ['--max-old-space-size=48', measure, script, String(requests)];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ requests });
});
