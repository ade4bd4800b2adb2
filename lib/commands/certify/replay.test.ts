import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Launched, launch, launchReference } from '../../interface/target/launch.ts';
import { certify, type Ended } from './command.support.ts';

/**
 * The replay script that a failure prints repeats it: against the same target it shows the wrong status again, against a corrected one the
 * expected status.
 */

const mutants = fileURLToPath(new URL('../../proof/mutants/main.ts', import.meta.url));
const failures = {
  'refund.exceeds-paid': { mutant: 'refund-exceeding-with-400', broken: 400, due: 422 },
  'escrow.released': { mutant: 'escrow-release-with-202', broken: 202, due: 200 },
  // The target chooses the link's id, so the script has to take it from the answer.
  'wallet-link.revoked': { mutant: 'link-delete-with-409', broken: 409, due: 200 },
  'wallet-link.known-ref': { mutant: 'link-known-ref-with-409', broken: 409, due: 200 },
} as const;
type Id = keyof typeof failures;
const ids = Object.keys(failures) as Id[];

let broken: Launched;
let mended: Launched;
let given: Launched;
beforeAll(async () => {
  const named = ids.flatMap((id) => ['--mutant', failures[id].mutant]);
  [broken, mended, given] = await Promise.all([
    launch('mutants', process.execPath, [mutants, ...named, '--settings']),
    launchReference(),
    launch('a mutant', process.execPath, [mutants, '--mutant', 'checkout-created-with-200', '--settings']),
  ]);
});
afterAll(() => Promise.all([broken, mended, given].map((each) => each.stop())));

/** The statuses of the answers that the script shows, in order. */
function replayed(ran: Ended, id: string, settings: Readonly<Record<string, string>>) {
  const [, command = ''] = ran.stdout.split(`failed: ${id}`)[1]?.match(/^ +(sh \S+\/replay\.sh check-\d+)$/m) ?? [];
  const { stdout, stderr, status } = spawnSync('sh', ['-c', command], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...settings },
  });
  expect([status, stderr]).toEqual([0, '']);
  return { statuses: [...stdout.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, code]) => Number(code)), stdout };
}

describe('with merchants that are made through control', () => {
  let ran: Ended;
  beforeAll(async () => {
    ran = await certify(['--requirement', ids.join(',')], broken.settings as Record<string, string>);
  });

  test.each(ids)('%s: the same answer again, twice, and what was due where it is mended', (id) => {
    const again = replayed(ran, id, broken.settings as Record<string, string>);
    expect(again.statuses).toContain(failures[id].broken);
    expect(replayed(ran, id, broken.settings as Record<string, string>).statuses).toEqual(again.statuses);
    const due = replayed(ran, id, mended.settings as Record<string, string>);
    expect(due.statuses).toEqual(
      again.statuses.map((code) => (code === failures[id].broken ? failures[id].due : code)),
    );
    expect(due.stdout).not.toMatch(/duplicate_reference|idempotency_key_reused|not_found/);
  });

  test('the script is part of the evidence, and holds no key', () => {
    const { files } = JSON.parse(readFileSync(join(ran.out, 'manifest.json'), 'utf8')) as { files: { path: string }[] };
    expect(files.map(({ path }) => path)).toContain('replay.sh');
    const script = readFileSync(join(ran.out, 'replay.sh'), 'utf8');
    expect(script).not.toMatch(/svc_(?:test|live)_sk_\w|whsec_/);
    expect(script).not.toContain(broken.settings.TARGET_CONTROL_TOKEN);
    const unnamed = spawnSync('sh', [join(ran.out, 'replay.sh')], { encoding: 'utf8' });
    expect(unnamed.status).toBe(2);
    expect(unnamed.stdout).toMatch(/^check-\d+ {2}refund\.exceeds-paid: /m);
  });
});

test('with a merchant that was given', async () => {
  const { TARGET_CONTROL_URL = '', TARGET_CONTROL_TOKEN = '', TARGET_BASE_URL = '' } = given.settings;
  const made = await fetch(`${TARGET_CONTROL_URL}/merchants`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TARGET_CONTROL_TOKEN}`, 'content-type': 'application/json' },
    body: '{"environment":"sandbox"}',
  });
  const { merchantId, apiKey } = (await made.json()) as { merchantId: string; apiKey: string };
  const settings = { TARGET_BASE_URL, TARGET_API_KEY: apiKey, TARGET_MERCHANT_ID: merchantId };
  const ran = await certify(['--requirement', 'checkout.created'], settings);
  expect(replayed(ran, 'checkout.created', settings).statuses).toEqual([200]);
  expect(readFileSync(join(ran.out, 'replay.sh'), 'utf8')).not.toContain(apiKey);
});
