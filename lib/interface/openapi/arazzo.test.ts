import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { launch } from '../target/launch.ts';
import { arazzoYaml } from './arazzo.ts';
import { operations } from './operations.ts';
import { redocly } from './testing.support.ts';
import { workflows } from './workflows.ts';

test('arazzo.yaml is what the workflows make, of operations that there are: npm run openapi', () => {
  expect(
    readFileSync(new URL('../../../arazzo.yaml', import.meta.url), 'utf8'),
    'to write it again: npm run openapi',
  ).toBe(arazzoYaml());
  const known = operations.map(({ id }) => id);
  for (const { steps } of workflows) for (const { operation } of steps) expect(known).toContain(operation);
});

test('a linter that is not ours finds nothing, and would', async () => {
  // Which files these are, and its rules, says redocly.yaml.
  const linted = await redocly('lint');
  expect(linted).toMatchObject({ status: 0, said: expect.stringContaining('openapi.yaml: validated') });
  expect(linted.said).toContain('arazzo.yaml: validated');
  const folder = await mkdtemp(join(tmpdir(), 'arazzo-'));
  const broken = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return (await redocly('lint', '--extends=spec', join(folder, name))).status;
  };
  expect(await broken('arazzo.yaml', arazzoYaml().replace('stepId: create', 'stopId: create'))).toBe(1);
  expect(await broken('openapi.yaml', 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: 7\n')).toBe(1);
});

// Schema checks are off: this tool rejects additional fields in every object, and the suite judges the shapes of
// responses itself.
test.each(['reference', 'second'])('a runner that is not ours takes every workflow to its end: %s', async (which) => {
  const main = fileURLToPath(new URL(`../../proof/${which}/main.ts`, import.meta.url));
  const { settings, stop } = await launch(which, process.execPath, [main, '--settings']);
  const arrived = new Set<string>();
  const receiver = createServer(async (request, response) => {
    arrived.add(JSON.parse(Buffer.concat(await request.toArray()).toString()).event);
    response.end();
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const control = (path: string, body: object) =>
    fetch(`${settings.TARGET_CONTROL_URL}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${settings.TARGET_CONTROL_TOKEN}` },
      body: JSON.stringify(body),
    });
  const webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const made = await (await control('/merchants', { environment: 'sandbox', webhookUrl })).json();
  const { merchantId, apiKey } = made as { merchantId: string; apiKey: string };
  // The buyer: pays each checkout and escrow of the workflows.
  const pays = setInterval(() => {
    for (const reference of ['order-1', 'order-1-returned'])
      void control(`/merchants/${merchantId}/checkouts/${reference}/settle`, { outcome: 'succeeded' });
    void control(`/merchants/${merchantId}/escrows/order-1-escrow/pay`, {});
  }, 500);
  try {
    const inputs = { apiKey, merchantId, reference: 'order-1' };
    const given = Object.entries(inputs).flatMap(([name, value]) => ['-i', `${name}=${value}`]);
    const options = ['-S', `payments=${settings.TARGET_BASE_URL}`, '--severity', 'SCHEMA_CHECK=off'];
    const { said, status } = await redocly('respect', 'arazzo.yaml', ...options, ...given);
    expect({ said, status }).toMatchObject({
      status: 0,
      said: expect.stringContaining('Workflows: 5 passed, 5 total'),
    });
    const due = new Set(workflows.flatMap(({ webhooks }) => webhooks));
    await expect.poll(() => [...arrived].toSorted()).toEqual([...due].toSorted());
  } finally {
    clearInterval(pays);
    receiver.close();
    await stop();
  }
});
