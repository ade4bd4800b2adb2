import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type Roughness, startRoughProxy } from './rough-proxy.ts';

/** A server behind a rough proxy: which requests arrive, and how a request through the proxy ends. */
async function rough(roughness: Roughness) {
  const arrived: string[] = [];
  const arrivals = Promise.withResolvers<void>();
  const server = createServer((incoming, outgoing) => {
    arrived.push(incoming.url ?? '');
    arrivals.resolve();
    outgoing.end('{"done":true}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy = await startRoughProxy(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, roughness);
  onTestFinished(async () => {
    await proxy.close();
    server.closeAllConnections();
    server.close();
  });
  const ended = await fetch(`${proxy.url}/a`).then(
    async (answer) => `${answer.status} ${await answer.text()}`,
    () => 'no answer',
  );
  return { ended, arrived, proxy, arrivals: arrivals.promise };
}

test('a smooth way changes nothing', async () => {
  const { ended, arrived } = await rough({ latencyMs: 2 });
  expect([ended, arrived]).toEqual(['200 {"done":true}', ['/a']]);
});

test('a lost request does not arrive', async () => {
  const { ended, arrived, proxy } = await rough({ lostRequests: 1 });
  expect([ended, arrived]).toEqual(['no answer', []]);
  expect(proxy.mishaps['lost request']).toBeGreaterThan(0);
});

test.for(['cutRequests', 'lostAnswers'] as const)('%s: it arrives, and the answer does not', async (kind) => {
  const { ended, arrived, arrivals } = await rough({ [kind]: 1 });
  expect(ended).toBe('no answer');
  await arrivals;
  expect(arrived).toContain('/a');
});
