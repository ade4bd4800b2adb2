import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, normalize } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import axe, { type AxeResults } from 'axe-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Chromium } from '../../engine/browser/chromium.ts';
import { HOSTILE } from '../../engine/evidence/check-result.support.ts';
import { boardPage } from '../../engine/reports/pages/board-page.ts';
import { certificate } from '../../engine/reports/testing.support.ts';
import { interfaceDocument } from '../../interface/register/document.ts';
import { chapters } from '../../interface/register/index.ts';
import { launch } from '../../interface/target/launch.ts';
import { certify } from '../certify/command.support.ts';
import { hrefOf } from './board.ts';

const scratch = mkdtempSync(join(tmpdir(), 'board-'));
const chromium = new Chromium(null);
afterAll(async () => {
  await chromium.close();
  rmSync(scratch, { recursive: true, force: true });
});

const [own, other] = ['own', 'other'].map((name) => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  writeFileSync(join(scratch, `${name}.pem`), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(join(scratch, `${name}-public.pem`), publicKey.export({ type: 'spki', format: 'pem' }));
  return { secret: join(scratch, `${name}.pem`), known: join(scratch, `${name}-public.pem`) };
}) as [{ secret: string; known: string }, { secret: string; known: string }];

const asked = 'checkout.created,refund.exceeds-paid,bank.has-code,auth.missing-key-refused';
const folder = (name: string) => join(scratch, 'runs', name);

beforeAll(async () => {
  const run = async (name: string, key: string, settings: Record<string, string> = {}) =>
    await certify(['--requirement', asked, '--sign', key], settings, undefined, folder(name));
  await run('reference', own.secret);
  const mutants = fileURLToPath(new URL('../../proof/mutants/main.ts', import.meta.url));
  const mutant = await launch('a mutant', process.execPath, [
    mutants,
    ...['--mutant', 'refund-exceeding-with-400', '--settings'],
  ]);
  try {
    await run('wrong code', other.secret, { ...mutant.settings });
  } finally {
    await mutant.stop();
  }
  cpSync(folder('wrong code'), folder('painted green'), { recursive: true });
  const path = join(folder('painted green'), 'certificate.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('"outcome": "failed"', '"outcome": "passed"'));
}, 120_000);

/** Runs the command as a user does. */
function board(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const env = { PATH: process.env.PATH, NO_COLOR: '1' };
  return spawnSync(process.execPath, [main, ...args], { env, encoding: 'utf8', cwd: scratch });
}

const text = (page: string) =>
  page
    .slice(page.indexOf('<main>'))
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
const [reference, wrong, painted] = ['reference', 'wrong code', 'painted green'].map((name) => `runs/${name}`) as [
  string,
  string,
  string,
];

describe('a board of runs that verify', () => {
  test('shows for each chapter what became of it, and leads to the requirement', () => {
    const { status, stdout, stderr } = board(reference, wrong, '--out', 'pages/board.html');
    // On a slow machine progress is told, as on any long work; nothing else is.
    expect({ status, stderr: stderr.replace(/^verifying [12] of 2: runs\/.+\n/gm, '') }).toEqual({
      status: 0,
      stderr: '',
    });
    expect(stdout).toMatch(/✓ reference: conformant in scope; CONSISTENT, SIGNED by a key that nobody vouched for/);
    expect(stdout).toMatch(/✓ wrong code: nonconformant; CONSISTENT/);
    const page = readFileSync(join(scratch, 'pages/board.html'), 'utf8');
    const row = /<th scope="row">Refunds<\/th>([\s\S]*?)<\/tr>/.exec(page)?.[1] ?? '';
    const [first = '', second = ''] = row.split('</td>');
    expect(text(`<main>${first}`)).toMatch(/✓ 1 passed · \d+ not selected/);
    expect(text(`<main>${second}`)).toMatch(/✗ 1 failed · \d+ not selected/);
    expect(second).toContain('href="./../runs/wrong%20code/certificate.html#requirement-refund.exceeds-paid"');
    for (const chapter of chapters) expect(text(page).toLowerCase()).toContain(chapter.replaceAll('-', ' '));
    expect(text(page)).toContain(
      '4 of 474 requirements selected'.replace('474', String(certificate().requirements.length)),
    );
  });

  test('has links that all lead to something that is there', () => {
    const page = readFileSync(join(scratch, 'pages/board.html'), 'utf8');
    const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, to = '']) => to);
    expect(links.length).toBeGreaterThan(30);
    for (const link of new Set(links)) {
      const [file = '', id = ''] = link.split('#');
      const target = file === '' ? join(scratch, 'pages/board.html') : join(scratch, 'pages', decodeURIComponent(file));
      expect(existsSync(normalize(target)), link).toBe(true);
      if (id !== '') expect(readFileSync(target, 'utf8'), link).toContain(`id="${id}"`);
    }
  });

  test('says whose are vouched for by a key that was given, and takes one for each', () => {
    const both = board(reference, wrong, '--key', own.known, '--key', other.known, '--out', 'keys.html');
    expect(both).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/✓ reference: .*VERIFIED[\s\S]*✓ wrong code: .*VERIFIED/),
    });
    const one = board(reference, wrong, '--key', own.known, '--out', 'key.html');
    expect(one).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/✓ reference: .*VERIFIED[\s\S]*✗ wrong code: NOT VERIFIED/),
    });
  });
});

describe('a run that does not verify', () => {
  test('has no figures, no link to what it says of itself, and its reason; the exit status is 1', () => {
    const { status, stdout } = board(reference, wrong, painted, '--out', 'painted.html');
    expect(status).toBe(1);
    expect(stdout).toMatch(/✗ painted green: NOT VERIFIED: \d+ contradictions?; /);
    const page = readFileSync(join(scratch, 'painted.html'), 'utf8');
    expect(page).not.toContain('painted%20green/');
    expect(text(page)).toContain('certificate.json: it was changed, its SHA-256 is another');
    expect(text(page)).toContain('1 of them does not verify');
  });

  test('nor has one of another version of the suite', () => {
    cpSync(folder('reference'), folder('older'), { recursive: true });
    for (const file of ['manifest.json', 'certificate.json']) {
      const path = join(folder('older'), file);
      writeFileSync(path, readFileSync(path, 'utf8').replace('"version": "0.1.0"', '"version": "0.0.9"'));
    }
    const { status, stdout } = board('runs/older', '--out', 'older.html');
    expect(status).toBe(1);
    expect(stdout).toMatch(/^✗ older: NOT/m);
    expect(text(readFileSync(join(scratch, 'older.html'), 'utf8'))).not.toMatch(/\d passed/);
  });
});

test.each([
  ['a folder that is not there', ['nowhere'], /^board: nowhere is no folder\n$/],
  ['one without evidence', ['.'], /^board: \. holds no manifest\.json: it is no evidence of a run\n$/],
  [
    'a key that is none',
    [reference, '--key', 'runs/reference/certificate.json'],
    /^board: .* is no public key in PEM\n$/,
  ],
  [
    'a page in evidence',
    [reference, '--out', `${reference}/board.html`],
    /^board: --out: .* would be a file too many in the evidence of /,
  ],
  ['nothing to show', [], /missing required argument 'folders'/],
])('%s is one clear line, and no page', (_, args, words) => {
  const { status, stderr, stdout } = board(...args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(words);
  expect(existsSync(join(scratch, 'reports/board.html'))).toBe(false);
});

test('whatever a run says is text', () => {
  const bad = {
    ...certificate({ 'refund.exceeds-paid': { outcome: 'failed', reason: HOSTILE } }),
    target: { baseUrl: HOSTILE },
  };
  const reconciled = {
    outcomes: new Map([['refund.exceeds-paid', 'failed'] as const]),
    totals: bad.totals,
    verdict: bad.verdict,
  };
  const page = boardPage({
    chapters,
    document: interfaceDocument,
    madeAt: '2026-01-31T12:00:00.000Z',
    runs: [
      { name: HOSTILE, conclusion: HOSTILE, contradictions: [HOSTILE], holding: null },
      {
        name: HOSTILE,
        conclusion: '',
        contradictions: [],
        holding: { certificate: bad, reconciled, href: './a/', vouchedFor: false },
      },
    ],
  });
  expect(page).not.toMatch(/<script|<img/);
  expect(page).not.toContain('\u0000');
  expect(page).toContain('&lt;/script&gt;');
  expect(page).toContain("default-src 'none'");
});

test('a folder is linked to by a relative way that cannot be taken for an address', () => {
  const from = join(scratch, 'pages');
  expect(hrefOf(join(scratch, 'pages'), from)).toBe('./');
  expect(hrefOf(join(scratch, 'pages', 'javascript:alert(1)'), from)).toBe('./javascript%3Aalert(1)/');
  expect(hrefOf(join(scratch, 'a b', '"#?'), from)).toBe('./../a%20b/%22%23%3F/');
});

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  test.each([390, 1_300])('it can be read, and fits, at a width of %i', async (width) => {
    const looks = join(scratch, 'painted.html');
    const browser = await chromium.running;
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
    const page = await context.newPage();
    const heard: string[] = [];
    page.on('request', (request) => request.url().startsWith('file:') || heard.push(request.url()));
    page.on('console', (message) => message.type() === 'error' && heard.push(message.text()));
    await page.goto(pathToFileURL(looks).href);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate<AxeResults>('axe.run({ resultTypes: ["violations"] })');
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
    await page.getByRole('link', { name: '✗ 1 failed' }).first().click();
    expect(page.url()).toMatch(/wrong%20code\/certificate\.html#requirement-refund\.exceeds-paid$/);
    expect(heard).toEqual([]);
    await context.close();
  });
});
