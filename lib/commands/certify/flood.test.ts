import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { freePort } from '../../engine/http/testing/free-port.ts';
import { certify, type Ended } from './command.support.ts';

const flooder = fileURLToPath(new URL('../../engine/webhooks/flood.support.ts', import.meta.url));

/** A run of the embedded reference with webhooks to one fixed path at a known address; `flooded`: other senders flood that path. */
async function inTheOpen(selection: readonly string[], flooded: boolean): Promise<Ended & { flood: string }> {
  const address = `127.0.0.1:${await freePort()}`;
  const url = `http://${address}/hooks/x7Qp`;
  let flood = '';
  const child = flooded ? spawn(process.execPath, [flooder, url, '20000', '2000']) : null;
  child?.stdout.on('data', (text) => {
    flood += text;
  });
  const gone = new Promise((resolve) => (child === null ? resolve(null) : child.once('close', resolve)));
  const ran = await certify([...selection, '--seed', '7'], { CAPTURE_LISTEN: address, CAPTURE_PUBLIC_URL: url });
  child?.kill();
  await gone;
  return { ...ran, flood };
}

test.each([
  ['the smoke profile', ['--profile', 'smoke']],
  ['all of the webhooks, retries over a day included', ['--chapter', 'webhooks', '--profile', 'standard']],
])('amid a flood of forged webhooks a certification ends as without: %s', async (_, selection) => {
  const still = await inTheOpen(selection, false);
  const flooded = await inTheOpen(selection, true);
  const outcomes = ({ certificate }: Ended) => certificate?.requirements.map(({ id, outcome }) => `${id} ${outcome}`);

  expect(still.status).toBe(0);
  expect(outcomes(flooded)).toEqual(outcomes(still));
  expect(outcomes(flooded)).toContain('webhook.signature passed');
  expect(flooded.certificate?.totals).toMatchObject({ failed: 0, blocked: 0 });
  expect(still.certificate?.strays).toMatchObject({ foreign: 0, elsewhere: 0 });
  expect(flooded.certificate?.strays?.foreign, flooded.flood).toBeGreaterThan(100);
  expect(flooded.certificate?.strays?.elsewhere, flooded.flood).toBeGreaterThan(10);
  expect(flooded.stdout).toMatch(
    /^also arrived: .* badly signed and about nothing of this run, most often retries of earlier runs \(answered 401\)/m,
  );
});
