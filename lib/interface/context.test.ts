import { afterEach, expect, test } from 'vitest';
import { newEvidence } from '../engine/checks/step-log.ts';
import { giveTo } from './context.ts';
import { answering } from './control/answering.support.ts';
import { openRun } from './testing.support.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

test('a lost answer to GET of the banks does not decide the bank of the whole run', async () => {
  let isLost = true;
  const server = await answering(() =>
    isLost ? (response) => void response.destroy() : [200, [{ code: '100', name: 'Quay Bank' }]],
  );
  const run = await openRun({ baseUrl: server.url });
  const activity = await run.conductor.begin(0);
  stops.push(() => activity.end());
  const options = { name: 'a check', needs: [], signal: new AbortController().signal, evidence: newEvidence() };
  const { merchant } = await giveTo(run, activity, options);
  const first = await merchant.bankName().catch(() => 'no answer');
  isLost = false;
  expect([first, await merchant.bankName()]).toEqual(['no answer', 'Quay Bank']);
});
