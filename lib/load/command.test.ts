import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { loadDefects } from '../proof/mutants/load.ts';
import { judgingNames, onDemandNames, scriptNamed, scriptNames } from './scripts/index.ts';
import type { LoadOptions, TargetCapabilities } from './types.ts';

const program = fileURLToPath(new URL('../commands/load/main.ts', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const sandbox = {
  TARGET_BASE_URL: 'http://127.0.0.1:9',
  TARGET_API_KEY: 'svc_test_sk_a',
  TARGET_MERCHANT_ID: 'mch_test_a',
};

async function load(args: readonly string[], env: Record<string, string> = {}) {
  const out = await mkdtemp(join(tmpdir(), 'load-command-'));
  onTestFinished(() => rm(out, { recursive: true, force: true }));
  const merchants = join(out, 'merchants.json');
  await writeFile(merchants, JSON.stringify([{ apiKey: 'svc_live_sk_a', merchantId: 'mch_live_a' }]));
  const { status, stderr } = spawnSync(
    process.execPath,
    [program, '--out', out, ...args.map((arg) => arg.replace('MERCHANTS', merchants))],
    { encoding: 'utf8', env: { PATH: process.env.PATH, K6_PATH: '/nowhere/k6', ...env } },
  );
  return { status, said: stderr.trim().split('\n') };
}

// These tests do not need k6; npm run load -- prove covers what does.
describe('what cannot be run is one clear line and status 2', () => {
  test.for<[string, readonly string[], Record<string, string>, RegExp]>([
    ['no k6 for what `all` leaves out', ['faults'], {}, /^load: K6_PATH: \/nowhere\/k6 is no k6 that runs here$/],
    ['no k6', ['steady'], {}, /^load: K6_PATH: \/nowhere\/k6 is no k6 that runs here$/],
    [
      'live, asked for once',
      ['steady', '--live'],
      {},
      /^load: --live asks for load on a live environment: set LOAD_LIVE=yes/,
    ],
    [
      'live, with nobody who makes merchants',
      ['steady', '--live'],
      { ...sandbox, LOAD_LIVE: 'yes' },
      /^load: --live needs TARGET_LIVE_BASE_URL, and a control interface/,
    ],
    [
      'a live merchant in place of a sandbox one',
      ['steady'],
      { ...sandbox, TARGET_MERCHANT_ID: 'mch_live_a' },
      /^load: TARGET_MERCHANT_ID is a live merchant/,
    ],
    [
      'a live merchant among more',
      ['steady', '--merchants', 'MERCHANTS'],
      sandbox,
      /^load: --merchants: mch_live_a is a live merchant/,
    ],
    [
      'a mistyped setting',
      ['steady'],
      { TARGET_BASEURL: 'a' },
      /^load: TARGET_BASEURL is not a setting \(did you mean/,
    ],
    ['no address in CI', ['steady'], { CI: 'true' }, /^load: TARGET_BASE_URL is not set; in CI .* --reference$/],
    ['the reference, asked for in CI', ['steady', '--reference'], { CI: 'true' }, /^load: K6_PATH: /],
    ['a proof in CI', ['prove'], { CI: 'true' }, /^load: K6_PATH: /],
    ['a bad setting', ['steady'], { TARGET_API_KEY: 'a' }, /^load: TARGET_MERCHANT_ID|^load: TARGET_API_KEY/],
    ['an unknown script', ['steddy'], {}, /^error: .*'steddy' is invalid/],
    [
      "k6's own --out",
      ['steady', '--out', 'json=x'],
      {},
      /^load: --out is the folder for results; k6's own is --k6-out json=x$/,
    ],
    [
      'an output that k6 has not',
      ['steady', '--k6-out', 'jsn=x'],
      {},
      /^load: --k6-out: k6 has no output jsn; it has json/,
    ],
    [
      'an output to nowhere',
      ['steady', '--k6-out', 'influxdb'],
      {},
      /^load: --k6-out: influxdb needs to know where to/,
    ],
    ['a comparison with nothing', ['compare', '/nowhere'], {}, /^load: compare takes two folders, or two files/],
    [
      'a folder beside a target',
      ['compare', 'MERCHANTS', '/nowhere'],
      {},
      /one is a file with settings, the other a folder/,
    ],
    ['turns of folders', ['compare', '/nowhere', '/nowhere', '--turns', '3'], {}, /^load: --turns is for two targets/],
    [
      'targets without an address',
      ['compare', '/dev/null', 'MERCHANTS'],
      {},
      /^load: \/dev\/null and .*: one is a file/,
    ],
    [
      'targets whose settings are no settings',
      ['compare', 'MERCHANTS', 'MERCHANTS'],
      {},
      /merchants\.json has no TARGET_BASE_URL/,
    ],
    ['a comparison of no results', ['compare', '/nowhere', '/nowhere'], {}, /^load: \/nowhere is no folder/],
    ['a number that is none', ['steady', '--rate', 'fast'], {}, /^error: .*'fast' is invalid/],
    ['no arrivals at all', ['steady', '--rate', '0'], {}, /^error: .*must be more than 0/],
    ['an empty number', ['steady', '--p95', ''], {}, /^error: .*must be a number from 0/],
  ])('%s', async ([, args, env, line]) => {
    const { status, said } = await load(args, env);
    expect(status).toBe(2);
    expect(said.at(-1)).toMatch(line);
  });
});

describe('with one key of somebody else', () => {
  const one: TargetCapabilities = {
    keys: 1,
    perMinute: 110,
    clock: false,
    settles: false,
    live: false,
    webhooks: true,
    plain: true,
    own: false,
  };
  const options: LoadOptions = {
    size: 'full',
    keys: null,
    profile: 'constant',
    rate: null,
    seconds: null,
    p95: 1_000,
    p99: 3_000,
    errors: 0.001,
  };

  test('behind https there is no rough way', () => {
    expect(scriptNamed('faults').plan({ ...one, plain: false }, options)).toContain('https address');
  });

  test.for(['idempotency', 'webhook-burst', 'steady'] as const)('%s stays within a minute of its key', (name) => {
    const plan = scriptNamed(name).plan(one, options);
    if (typeof plan === 'string') throw new Error(plan);
    const { LOAD_ROUNDS = 1, LOAD_TOGETHER = 1, LOAD_EACH = LOAD_ROUNDS * LOAD_TOGETHER, LOAD_RATE } = plan.env;
    expect(plan.keys).toBe(1);
    expect(LOAD_RATE === undefined ? LOAD_EACH : LOAD_RATE * 60).toBeLessThanOrEqual(110);
  });

  test('more arrivals than the keys have room for are refused in words', () => {
    expect(scriptNamed('steady').plan(one, { ...options, rate: 10 })).toContain('10 arrivals a second take 7 keys');
  });

  test('the search for capacity stays within what the key may send', () => {
    const plan = scriptNamed('capacity').plan(one, options);
    if (typeof plan === 'string') throw new Error(plan);
    expect(plan.env.LOAD_MOST).toBeCloseTo((110 * 0.8) / 60, 6);
    expect(plan.words).toContain('the most that 1 key may send');
  });

  test('races for money need buyers', () => {
    expect(scriptNamed('money-races').plan(one, options)).toContain('that takes a control interface');
  });
});

test.for([...scriptNames, ...onDemandNames])('%s has a file that k6 runs', (name) => {
  expect(existsSync(join(root, 'load', `${scriptNamed(name).file ?? name}.ts`))).toBe(true);
});

test('every script carries the name of its file, and every defect that load has to show names a script', () => {
  const files = readdirSync(join(root, 'lib', 'load', 'scripts')).filter((file) => file !== 'index.ts');
  const names = [...scriptNames, ...onDemandNames];
  expect(names.toSorted()).toEqual(files.map((file) => basename(file, '.ts')).toSorted());
  expect(loadDefects.filter(({ script }) => !names.includes(script))).toEqual([]);
});

test.for(judgingNames)('%s has a defect to see: otherwise its proof would prove nothing', (name) => {
  expect(loadDefects.map(({ script }) => script)).toContain(name);
});

test.for([...scriptNames, ...onDemandNames])('docs/load.md says in a row what %s asks', (name) => {
  const [, table = ''] = readFileSync(join(root, 'docs', 'load.md'), 'utf8').split('| Script | Question |');
  expect(table.slice(0, table.indexOf('\n\n'))).toContain(`\n| \`${name}\` |`);
});

/** The fields used of the operator's TestRun, typed as in its CRD (k6.io/v1alpha1). Strict, because the API server drops unknown fields silently. */
const testRun = z.strictObject({
  apiVersion: z.literal('k6.io/v1alpha1'),
  kind: z.literal('TestRun'),
  metadata: z.strictObject({ name: z.string().regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/) }),
  spec: z.strictObject({
    parallelism: z.int(),
    script: z.strictObject({ localFile: z.string() }),
    arguments: z.string(),
    runner: z.strictObject({
      image: z.string(),
      envFrom: z.array(z.strictObject({ secretRef: z.strictObject({ name: z.string() }) })),
      resources: z.strictObject({ requests: z.record(z.enum(['cpu', 'memory']), z.string()) }),
    }),
  }),
});

test.for(scriptNames)('the manifest for the operator runs %s', (name) => {
  const template = readFileSync(join(root, 'load', 'operator', 'testrun.yaml'), 'utf8');
  const { metadata, spec } = testRun.parse(parse(template.replaceAll('SCRIPT', name)));
  expect(metadata.name).toBe(name);
  expect(spec.script.localFile).toBe(`/load/${name}.ts`);
  expect(existsSync(join(root, spec.script.localFile))).toBe(true);
});
