import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authority } from '../../engine/http/testing/certificates.ts';
import { startForwardProxy, startTls } from '../../engine/http/testing/ways.ts';
import { type Launched, launchReference } from '../../interface/target/launch.ts';
import { certify, filesIn, outcomeOf } from './command.support.ts';

/** How the command reaches a target: TLS with a private authority, a proxy, a base path. */

const folder = mkdtempSync(join(tmpdir(), 'ways-'));
const file = join(folder, 'authority.pem');
const open: { close(): Promise<void> }[] = [];
let reference: Launched;

beforeAll(async () => {
  writeFileSync(file, authority);
  reference = await launchReference();
});
afterAll(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
  await reference.stop();
  rmSync(folder, { recursive: true });
});

// By one check each: these runs are beside each other, and each moves the one clock.
const asked = [
  ...['--requirement', 'checkout.created,idempotency.cut-connection,page.test-card-pays'],
  ...['--profile', 'standard'],
];

/** The reference's sandbox and control behind TLS. */
async function behindTls(): Promise<Record<string, string>> {
  const { TARGET_BASE_URL = '', TARGET_CONTROL_URL = '', TARGET_CONTROL_TOKEN = '' } = reference.settings;
  const [sandbox, control] = await Promise.all([startTls(TARGET_BASE_URL), startTls(TARGET_CONTROL_URL)]);
  open.push(sandbox, control);
  return { TARGET_BASE_URL: sandbox.url, TARGET_CONTROL_URL: control.url, TARGET_CONTROL_TOKEN };
}

describe.concurrent('a target', () => {
  test('behind TLS and a proxy: TARGET_CA and TARGET_PROXY lead there', async () => {
    const [settings, proxy] = [await behindTls(), await startForwardProxy('ada:s3cret-of-the-proxy')];
    open.push(proxy);
    const address = proxy.url.replace('//', '//ada:s3cret-of-the-proxy@');
    const ran = await certify(asked, { ...settings, TARGET_CA: file, TARGET_PROXY: address });
    expect(ran.stderr).not.toContain('no HTTP answer');
    for (const id of ['checkout.created', 'idempotency.cut-connection']) expect(outcomeOf(ran, id), id).toBe('passed');
    expect(ran.status).toBe(0);
    const host = (name: string) => `CONNECT ${new URL(settings[name] ?? '').host}`;
    const kept = filesIn(ran.out).filter(({ content }) => content.includes('s3cret-of-the-proxy'));
    expect(kept.map(({ name }) => name)).toEqual([]);
    expect(ran.stdout + ran.stderr).not.toContain('s3cret-of-the-proxy');
    expect(proxy.passed).toEqual(expect.arrayContaining([host('TARGET_BASE_URL'), host('TARGET_CONTROL_URL')]));
    // The hosted page is reached through the proxy too.
    expect(proxy.passed.some((each) => /^POST .*\/pay\//.test(each))).toBe(true);
  });

  test('behind TLS: NODE_EXTRA_CA_CERTS is enough', async () => {
    const ran = await certify(asked, { ...(await behindTls()), NODE_EXTRA_CA_CERTS: file });
    expect([ran.status, outcomeOf(ran, 'checkout.created')]).toEqual([0, 'passed']);
  });

  test('whose authority nobody knows: one line says what to set', async () => {
    const ran = await certify(asked, await behindTls());
    expect(ran.status).toBe(2);
    expect(ran.stderr).toMatch(/^certify: TARGET_BASE_URL: no HTTP answer from https:.*TARGET_CA names a file/m);
  });

  test.each(['/sandbox/v', '/sandbox/v/'])('below a base path, %s', async (base) => {
    const { port } = new URL(reference.settings.TARGET_BASE_URL ?? '');
    const strays: string[] = [];
    const gateway = createServer((incoming, outgoing) => {
      const { method = 'GET', headers, url = '' } = incoming;
      if (!url.startsWith('/sandbox/v/v1/')) strays.push(url);
      const onward = request({ port, method, headers, path: url.replace('/sandbox/v', '') }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      onward.on('error', () => outgoing.destroy());
      incoming.pipe(onward);
    });
    gateway.listen(0, '127.0.0.1');
    await once(gateway, 'listening');
    open.push({ close: async () => void gateway.close().closeAllConnections() });
    const address = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}${base}`;
    const { TARGET_LIVE_BASE_URL: _, ...settings } = reference.settings;
    const ran = await certify(asked, { ...settings, TARGET_BASE_URL: address });
    expect([ran.status, outcomeOf(ran, 'checkout.created')]).toEqual([0, 'passed']);
    expect(strays).toEqual([]);
  });
});
