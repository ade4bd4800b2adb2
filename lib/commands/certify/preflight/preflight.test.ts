import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withoutSandbox } from '../../../engine/browser/sandbox.ts';
import { authority } from '../../../engine/http/testing/certificates.ts';
import { freePort } from '../../../engine/http/testing/free-port.ts';
import { startTls } from '../../../engine/http/testing/ways.ts';
import { Control } from '../../../interface/control/control.ts';
import { type Launched, launchReference } from '../../../interface/target/launch.ts';
import { BOUNDED, certify, type Ended } from '../command.support.ts';

const minute = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'preflight-'));
const servers: Server[] = [];
let reference: Launched;

beforeAll(async () => {
  reference = await launchReference();
});
afterAll(async () => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  await reference.stop();
  rmSync(folder, { recursive: true });
});

/** Settings of two sandbox merchants without control, and of the capture server; webhooks go to `publicUrl`. */
async function sandbox(publicUrl?: (capture: string) => string) {
  const { TARGET_BASE_URL = '', TARGET_CONTROL_URL = '', TARGET_CONTROL_TOKEN = '' } = reference.settings;
  const listen = `127.0.0.1:${await freePort()}`;
  const url = publicUrl?.(listen) ?? `http://${listen}/m4Xq7Tz2Lp9Kd3Rv`;
  const control = new Control(TARGET_CONTROL_URL, TARGET_CONTROL_TOKEN);
  const one = await control.createMerchant('sandbox', url);
  const other = await control.createMerchant('sandbox', url);
  await control.close();
  return {
    TARGET_BASE_URL,
    TARGET_API_KEY: one.apiKey,
    TARGET_MERCHANT_ID: one.merchantId,
    TARGET_WEBHOOK_SECRET: one.webhookSecret ?? '',
    TARGET_OTHER_API_KEY: other.apiKey,
    TARGET_OTHER_MERCHANT_ID: other.merchantId,
    CAPTURE_LISTEN: listen,
    CAPTURE_PUBLIC_URL: url,
  };
}

/** An HTTP proxy to `to`; `change` may change the path of requests and the `Date` of answers. */
async function between(to: string, change: { path?: (path: string) => string; date?: () => Date }): Promise<string> {
  const server = createServer((asked, answer) => {
    const { hostname, port } = new URL(to);
    const path = change.path?.(asked.url ?? '') ?? asked.url;
    const upward = request({ hostname, port, path, method: asked.method, headers: asked.headers }, (came) => {
      const date = change.date?.().toUTCString() ?? came.headers.date;
      answer.writeHead(came.statusCode ?? 502, { ...came.headers, date });
      came.pipe(answer);
    });
    upward.on('error', () => answer.writeHead(502).end());
    asked.pipe(upward);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const check = (settings: Record<string, string>, ...args: string[]) => certify(['--check', ...args], settings);

/** Simulates a machine without a browser, neither installed nor bundled. */
const withoutBundle = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { existsSync } = fs;
  fs.existsSync = (path) => !String(path).endsWith('chromium.br') && existsSync(path);
  syncBuiltinESMExports();`;
const noBrowser = {
  PATH: '/nowhere',
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(withoutBundle)}`,
};

function expectNoSecret({ stdout, stderr }: Ended, settings: Record<string, string>): void {
  for (const [name, value] of Object.entries(settings)) {
    if (/KEY|SECRET|TOKEN/.test(name)) expect(stdout + stderr, name).not.toContain(value);
  }
}

describe.concurrent('a run can be made: 0', () => {
  test('the embedded reference, with everything', async () => {
    const { status, stdout, certificate, seconds } = await check({});
    expect(stdout).toMatch(/^looking at the embedded reference before a run$/m);
    for (const subject of ['sandbox', 'second', 'live', 'control', 'clock', 'browser', 'webhook', 'signature'])
      expect(stdout).toMatch(new RegExp(`^✓ ${subject} `, 'm'));
    expect(stdout).toMatch(/^✓ webhook +a checkout was paid: payment\.succeeded came/m);
    expect(stdout).toMatch(
      /^· time +(about|at least) \d+ (s|min): \d+ checks, about \d+ requests; the target's clock is moved/m,
    );
    expect(stdout).not.toContain('left out');
    expect(stdout).toMatch(/\na run can be made\n$/);
    expect([status, certificate]).toEqual([0, null]);
    expect(seconds).toBeLessThan(BOUNDED);
  });

  test('settings only: a buyer pays in a browser, and what is left out is told with its remedy', async () => {
    const settings = await sandbox();
    const ran = await check(settings);
    const { status, stdout } = ran;
    expect(stdout).toMatch(/^✓ sandbox +TARGET_API_KEY and TARGET_MERCHANT_ID are accepted at http/m);
    expect(stdout).toMatch(/^✓ second +TARGET_OTHER_API_KEY and TARGET_OTHER_MERCHANT_ID are accepted/m);
    expect(stdout).toMatch(/^· control +none: buyers pay on the hosted pages/m);
    const told = /^· browser +without a sandbox of its own: /m.test(stdout);
    expect(told).toBe(withoutSandbox() !== null);
    expect(stdout).toMatch(/^✓ webhook +a checkout was paid: payment\.succeeded came/m);
    expect(stdout).toMatch(/^✓ signature +both signatures hold$/m);
    expect(stdout).toMatch(
      /^· time +about \d+ min: .*; the longest wait is (90 s|2 min); about \d+ min if it answers 429: at most 110 a minute with one key$/m,
    );
    expect(stdout).toMatch(/^· left out +\d+ {2}no live environment: .*\n +→ TARGET_LIVE_BASE_URL/m);
    expect(stdout).toMatch(
      /^· left out +\d+ {2}not enough time: the longest wait is 2 min\n +→ TARGET_MAX_WAIT=15m for \d+ of them, 27h for \d+ of them, 720h for all; or/m,
    );
    expect(stdout).not.toMatch(/no second sandbox merchant/);
    expect(status).toBe(0);
    expectNoSecret(ran, settings);
  });

  test('no browser and no webhooks: both told, an escrow is cancelled in place of a payment', async () => {
    const settings = await sandbox();
    const { status, stdout } = await check({ ...settings, ...noBrowser });
    expect(stdout).not.toContain('without a sandbox of its own');
    expect(stdout).toMatch(/^! browser +no Chrome or Chromium is installed.*(\n +.*)?BROWSER_PATH names one/m);
    expect(stdout).toMatch(/^✓ webhook +an escrow was cancelled: escrow\.cancelled came/m);
    expect(stdout).toMatch(
      /^· left out +\d+ {2}no buyer who can pay a checkout: .*\n +\d+ {2}no buyer who can pay an escrow: .*\n( +\d+ {2}.*\n)? +→ a browser, or a control interface/m,
    );
    expect(stdout).toMatch(/^a run can be made \(1 to look at: !\)$/m);
    expect(status).toBe(0);
    const { CAPTURE_PUBLIC_URL: _, ...unset } = settings;
    const without = await check({ ...unset, ...noBrowser });
    expect(without.stdout).toMatch(
      /^! webhook +no webhooks: .*\(CAPTURE_PUBLIC_URL is not set\)\n +→ set the webhook URL/m,
    );
    expect(without.status).toBe(0);
  });

  test('the clock is minutes off', async () => {
    const settings = { ...(await sandbox()), ...noBrowser };
    const ahead = await between(settings.TARGET_BASE_URL, { date: () => new Date(Date.now() + 5 * minute) });
    const { status, stdout } = await check({ ...settings, TARGET_BASE_URL: ahead });
    expect(stdout).toMatch(/^! clock +the target's clock is 5 min ahead, give or take [01]\.\d s\n +→ /m);
    expect(status).toBe(0);
  });

  test('a selection has its own length', async () => {
    const { stdout } = await check({ ...(await sandbox()), ...noBrowser }, '--chapter', 'banks');
    expect(stdout).toMatch(/^· time +(about \d0|at least \d+) s: \d checks/m);
  });

  test('a selection without pages and webhooks is asked for neither', async () => {
    const { CAPTURE_PUBLIC_URL: _, ...unset } = await sandbox();
    const { status, stdout } = await check({ ...unset, ...noBrowser }, '--requirement', 'checkout.created');
    expect(stdout).not.toMatch(/^. (webhook|address|browser) /m);
    expect(stdout).toMatch(/^a run can be made$/m);
    expect(status).toBe(0);
  });
});

describe.concurrent('something that was given does not work: 1', () => {
  test('a wrong key, and a second one', async () => {
    const settings = {
      ...(await sandbox()),
      TARGET_API_KEY: 'svc_test_sk_nobody',
      TARGET_OTHER_API_KEY: 'svc_test_sk_noone',
    };
    const ran = await check(settings);
    expect(ran.stdout).toMatch(/^✗ sandbox +TARGET_API_KEY and TARGET_MERCHANT_ID are not accepted \(401 .*\)\n +→ /m);
    expect(ran.stdout).toMatch(/^✗ second /m);
    expect(ran.stdout).not.toMatch(/^. webhook/m);
    expect(ran.stdout).toMatch(/^not ready: 2 that do not work/m);
    expect(ran.status).toBe(1);
    expectNoSecret(ran, settings);
  });

  test('a wrong secret', async () => {
    const settings = { ...(await sandbox()), ...noBrowser, TARGET_WEBHOOK_SECRET: 'whsec_another' };
    const ran = await check(settings);
    expect(ran.stdout).toMatch(/^✓ webhook /m);
    expect(ran.stdout).toMatch(
      /^✗ signature +neither signature holds: .*\n +→ TARGET_WEBHOOK_SECRET, as the console showed it/m,
    );
    expect(ran.status).toBe(1);
    expectNoSecret(ran, settings);
  });

  test('a capture server that the target does not reach, at an address that can be guessed', async () => {
    const settings = { ...(await sandbox(() => 'http://hooks.invalid/webhooks')), ...noBrowser };
    const { status, stdout, seconds } = await check(settings);
    expect(stdout).toMatch(/^! address +anybody can guess the path of http:\/\/hooks\.invalid\/webhooks/m);
    expect(stdout).toMatch(/^ +→ CAPTURE_PUBLIC_URL=http:\/\/hooks\.invalid\/[\w-]{20}, and the same in the console$/m);
    expect(stdout).toMatch(/^✗ webhook +an escrow was cancelled, and no webhook came within 20 s$/m);
    expect(stdout).toMatch(
      /^ +→ from here http:\/\/hooks\.invalid\/webhooks does not lead to the capture server at 127/m,
    );
    expect(status).toBe(1);
    expect(seconds).toBeLessThan(BOUNDED);
  });

  test('the address leads here, over TLS with a private authority, but it is not the one in the console', async ({
    onTestFinished,
  }) => {
    const settings = await sandbox(() => 'http://hooks.invalid/m4Xq7Tz2Lp9Kd3Rv');
    const { url, close } = await startTls(`http://${settings.CAPTURE_LISTEN}`);
    onTestFinished(close);
    writeFileSync(join(folder, 'authority.pem'), authority);
    const { status, stdout } = await check({
      ...settings,
      ...noBrowser,
      TARGET_CA: join(folder, 'authority.pem'),
      CAPTURE_PUBLIC_URL: `${url}/n8Yw3Gs6Bv1Jc5Qf`,
    });
    expect(stdout).toMatch(
      /^ +→ from here https:.* leads to the capture server: is it the URL that the console has\?$/m,
    );
    expect(status).toBe(1);
  });

  test('something in between changes the path', async () => {
    const settings = await sandbox();
    // The webhook URL in the console does not matter here: the preflight check's own request to the public URL finds the wrong path.
    const rewriting = await between(`http://${settings.CAPTURE_LISTEN}`, { path: () => '/' });
    const CAPTURE_PUBLIC_URL = `${rewriting}/n8Yw3Gs6Bv1Jc5Qf`;
    const { status, stdout } = await check({ ...settings, ...noBrowser, CAPTURE_PUBLIC_URL });
    expect(stdout).toMatch(/^✗ webhook .*\n +→ .* leads to the capture server, but with another path/m);
    expect(status).toBe(1);
  });
});

describe.concurrent('it ends in one line', () => {
  test('nobody answers: 2', async () => {
    const settings = { ...(await sandbox()), TARGET_BASE_URL: `http://127.0.0.1:${await freePort()}` };
    const { status, stdout, stderr } = await check(settings);
    expect(stderr).toMatch(/^certify: TARGET_BASE_URL: no HTTP answer from .* \(connection refused\)\n$/);
    expect([status, stdout]).toEqual([2, '']);
  });

  test('a setting that cannot be: 2', async () => {
    const { status, stderr } = await check({ TARGET_BASE_URL: 'http://127.0.0.1:9' });
    expect(stderr).toMatch(/^certify: TARGET_API_KEY and TARGET_MERCHANT_ID are missing/);
    expect(status).toBe(2);
  });

  test('interrupted while it waits for a webhook: 130', async () => {
    const settings = { ...(await sandbox(() => 'http://hooks.invalid/webhooks')), ...noBrowser };
    const { status, stderr } = await certify(['--check'], settings, async ({ interrupt, told }) => {
      await told('address');
      interrupt();
    });
    expect([status, stderr]).toEqual([130, 'interrupted\n']);
  });
});
