import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { certify, type Ended } from '../../../commands/certify/command.support.ts';
import { judgeRun } from '../../../interface/model/index.ts';
import { beside } from './beside.ts';
import { open, write } from './forger.support.ts';
import { readEvidence } from './read.ts';

const scratch = mkdtempSync(join(tmpdir(), 'beside-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const model = {
  judge: judgeRun,
  thread: new URL('../../../interface/model/thread.ts', import.meta.url),
};

let ran: Ended;
beforeAll(async () => {
  ran = await certify(['--requirement', 'checkout.created']);
}, 60_000);

test('a thread finds what is found here', async () => {
  const folder = join(scratch, 'broken');
  cpSync(ran.out, folder, { recursive: true });
  const forged = await open(folder);
  // A checkout that was just created has a status that no checkout can have.
  for (const { response } of forged.exchanges) {
    const { content } = response;
    if (content.text !== undefined) content.text = content.text.replace('"status":"pending"', '"status":"refunded"');
  }
  await write(folder, forged);
  const evidence = await readEvidence(folder);
  const [here, there] = [await beside(folder, model), await beside(folder, model, 0)];
  const found = await here.found(evidence);
  expect(found.length).toBeGreaterThan(0);
  expect(await there.found(evidence)).toEqual(found);
});

test('a thread that cannot read the evidence rejects where its result is asked for, and fails nothing where it is not', async () => {
  const nowhere = join(scratch, 'nowhere');
  const evidence = await readEvidence(ran.out);
  const asked = await beside(nowhere, model, 0);
  await expect(asked.found(evidence)).rejects.toThrow('certificate.json is missing');
  (await beside(nowhere, model, 0)).stop();
});
