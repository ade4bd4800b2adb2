import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { certify, type Ended } from '../../../commands/certify/command.support.ts';
import { judgeRun } from '../../../interface/model/index.ts';
import { open, write } from './forger.support.ts';
import { judging } from './judging.ts';
import { readEvidence } from './read.ts';

const scratch = mkdtempSync(join(tmpdir(), 'judging-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const model = { judge: judgeRun, judgeThread: new URL('../../../interface/model/thread.ts', import.meta.url) };

let ran: Ended;
beforeAll(async () => {
  ran = await certify(['--requirement', 'checkout.created']);
}, 60_000);

test('a thread finds what is found here', async () => {
  const folder = join(scratch, 'broken');
  cpSync(ran.out, folder, { recursive: true });
  const forged = await open(folder);
  // A checkout that was just created shows a state that no checkout has.
  for (const { response } of forged.exchanges) {
    const { content } = response;
    if (content.text !== undefined) content.text = content.text.replace('"status":"pending"', '"status":"refunded"');
  }
  await write(folder, forged);
  const evidence = await readEvidence(folder);
  const [here, there] = [await judging(folder, model), await judging(folder, model, 0)];
  const found = await here.judge(evidence);
  expect(found.length).toBeGreaterThan(0);
  expect(await there.judge(evidence)).toEqual(found);
});

test('a thread whose evidence cannot be read says so to whoever asks, and to nobody else', async () => {
  const nowhere = join(scratch, 'nowhere');
  const evidence = await readEvidence(ran.out);
  const asked = await judging(nowhere, model, 0);
  await expect(asked.judge(evidence)).rejects.toThrow('exchanges.har is missing');
  (await judging(nowhere, model, 0)).stop();
});
