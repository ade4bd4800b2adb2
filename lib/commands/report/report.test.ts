import { execFile } from 'node:child_process';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkResult } from '../../engine/evidence/check-result.support.ts';
import { sealAgain } from '../../engine/evidence/manifest.ts';
import { writeEvidence } from '../../engine/evidence/write.ts';
import { writeAllureResults } from '../../engine/reports/allure/allure.ts';
import { inOrder, withoutCalls } from '../../engine/reports/pages/report-page.ts';
import { certificate } from '../../engine/reports/testing.support.ts';
import { interfaceDocument } from '../../interface/register/document.ts';
import { verifyFolder } from '../../interface/verify.ts';
import { certify, type Ended } from '../certify/command.support.ts';
import { buildReport } from './report.ts';

const folder = mkdtempSync(join(tmpdir(), 'report-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const analytics = `<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>
    <script>
      window.dataLayer = window.dataLayer || [];
      function gtag() { dataLayer.push(arguments); }
      gtag('js', new Date());
    </script>`;
const page = (inside: string) =>
  `<!doctype html>\n<html>\n<head>\n    ${inside}\n</head><body><script>run()</script></body></html>`;

describe('taking the analytics out', () => {
  test('leaves the rest, and a policy that lets nothing out', () => {
    const stripped = withoutCalls(page(analytics));
    expect(stripped).not.toMatch(/google|gtag|dataLayer/);
    expect(stripped).toContain('<script>run()</script>');
    expect(stripped).toMatch(
      /<head>\s*<meta http-equiv="Content-Security-Policy" content="default-src 'self' data: blob:/,
    );
  });

  test.each([
    ['another call', page('<script type="module">gtag("js")</script>')],
    ['another way to load it', page('<link rel="preload" href="https://www.googletagmanager.com/gtag/js">')],
    ['no head to put the policy into', page('').replace('<head>', '<header>')],
  ])('a template that has changed is an error: %s', (_, changed) => {
    expect(() => withoutCalls(changed)).toThrow(/template has changed/);
  });

  test('what is inside encoded data is not mistaken for a call', () => {
    const data = Buffer.from('gtag(').toString('base64');
    expect(() =>
      withoutCalls(page(`<script>d("data:text/plain;base64,${data}googletagmanager")</script>`)),
    ).not.toThrow();
  });
});

describe('the report', () => {
  test('without results is one clear line', async () => {
    await expect(buildReport(folder)).rejects.toThrow(/^no Allure results in .*: run npm run certify first/);
  });

  test('is one file that asks nothing of the network', async () => {
    writeAllureResults(
      join(folder, 'allure-results'),
      certificate({ 'refund.exceeds-paid': { outcome: 'failed', reason: 'expected 422' } }),
      [checkResult({ outcome: 'failed', reason: 'expected 422' })],
      interfaceDocument,
    );
    const report = await buildReport(folder);
    expect(report).toBe(join(folder, 'allure-report.html'));
    expect(readdirSync(folder).sort()).toEqual([
      'allure-history.jsonl',
      'allure-report.html',
      'allure-results',
      'index.html',
    ]);
    expect(await linksIn(folder)).toEqual(['allure-report.html']);
    const html = await readFile(report, 'utf8');
    const markup = html.replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, (script) =>
      script.slice(0, script.indexOf('>') + 1),
    );
    const asked = [...markup.matchAll(/(?:src|href|action|data|poster)\s*=\s*["']?([^"'\s>]+)/gi)].map(
      ([, where = '']) => where,
    );
    expect(asked.filter((where) => !/^(?:data:|#)/.test(where))).toEqual([]);
    expect(html).toContain("default-src 'self' data: blob:");
    expect(html).not.toMatch(/src="https?:/);
    const data = [...html.matchAll(/[A-Za-z0-9+/]{100,}=*/g)].map(([text]) => Buffer.from(text, 'base64').toString());
    expect(data.some((text) => text.includes('expected 422'))).toBe(true);
    expect(existsSync(`${report}.part`)).toBe(false);
  });

  test('is what the command builds, and names', async () => {
    const command = join(import.meta.dirname, 'report.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [command, '--out', folder]);
    expect(stdout).toContain(`report: ${join(folder, 'allure-report.html')}\n`);
  });

  test('remembers each run once, and at most six', async () => {
    const history = join(folder, 'allure-history.jsonl');
    const runs = async () => (await readFile(history, 'utf8')).trim().split('\n').length;
    const ofRun = (second: number) =>
      writeFile(
        join(folder, 'certificate.json'),
        JSON.stringify({ startedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString() }),
      );
    await rm(history);
    for (const [second, expected] of [
      [1, 1],
      [1, 1],
      [2, 2],
    ] as const) {
      await ofRun(second);
      await buildReport(folder);
      expect(await runs()).toBe(expected);
    }
    const [line = ''] = (await readFile(history, 'utf8')).split('\n');
    await writeFile(history, `${line}\n`.repeat(9));
    await ofRun(3);
    await buildReport(folder);
    expect(await runs()).toBe(6);
  });

  test('has the results of load beside those of the checks', async () => {
    await mkdir(join(folder, 'load/money-races/allure-results'), { recursive: true });
    const result = {
      uuid: 'load-1',
      name: 'refunds in a race',
      status: 'passed',
      stage: 'finished',
      labels: [{ name: 'epic', value: 'Load' }],
    };
    await writeFile(join(folder, 'load/money-races/allure-results/load-1-result.json'), JSON.stringify(result));
    await writeFile(join(folder, 'load/money-races/result.html'), 'a page');
    const html = await readFile(await buildReport(folder), 'utf8');
    expect(await linksIn(folder)).toEqual(['allure-report.html', 'load/money-races/result.html']);
    const [, data = ''] = /d\("widgets\/tree\.json","([^"]+)"\)/.exec(html) ?? [];
    const tree = JSON.parse(Buffer.from(data, 'base64').toString());
    const names = Object.values<{ name: string; start: number }>(tree.leavesById).toSorted((a, b) => a.start - b.start);
    expect(names.at(-1)?.name).toBe('refunds in a race');
    expect(names[0]?.name).toBe('what became of its checks');
  });
});

const linksIn = async (at: string) =>
  [...(await readFile(join(at, 'index.html'), 'utf8')).matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href);

describe('signed evidence', () => {
  const [own, other] = [generateKeyPairSync('ed25519').privateKey, generateKeyPairSync('ed25519').privateKey];
  let signed: Ended;
  let unsigned: Ended;
  let copies = 0;
  const copyOf = ({ out }: Ended) => {
    const copy = join(folder, `signed-${++copies}`);
    cpSync(out, copy, { recursive: true });
    return copy;
  };

  beforeAll(async () => {
    const key = join(folder, 'key.pem');
    await writeFile(key, own.export({ type: 'pkcs8', format: 'pem' }));
    signed = await certify(['--requirement', 'bank.has-code', '--sign', key]);
    unsigned = await certify(['--requirement', 'bank.has-code']);
  }, 120_000);

  test('is signed again with the report, by its owner', async () => {
    const at = copyOf(signed);
    await buildReport(at, own);
    const { contradictions, integrity } = await verifyFolder(at, createPublicKey(own), {});
    expect(contradictions).toEqual([]);
    expect(integrity.signature).toMatchObject({ state: 'holds', given: true });
    const files = integrity.manifest?.files.map(({ path }) => path);
    expect(files).toEqual(expect.arrayContaining(['allure-report.html', 'index.html']));
    expect(await linksIn(at)).toEqual(['certificate.html', 'trace.html', 'allure-report.html']);
  });

  test('by nobody else, and no other evidence', async () => {
    await expect(buildReport(copyOf(signed), other)).rejects.toThrow(/was not signed with this key before/);
    await expect(buildReport(copyOf(unsigned), own)).rejects.toThrow(/was not signed with this key before/);
    const bare = copyOf(signed);
    await rm(join(bare, 'manifest.json'));
    await expect(buildReport(bare, own)).rejects.toThrow(/has no manifest: there is nothing to be signed again/);
  });

  test('is not where something was changed or added since, or does not hold', async () => {
    const changed = copyOf(signed);
    await writeFile(join(changed, 'summary.md'), 'all is well');
    await expect(buildReport(changed, own)).rejects.toThrow(/does not hold, and is not signed again: summary\.md: /);
    const added = copyOf(signed);
    await writeFile(join(added, 'letter.txt'), 'all is well');
    await expect(buildReport(added, own)).rejects.toThrow(/not signed again: letter\.txt: it is not in the manifest/);
    // The owner of the folder may have signed anything with other tools.
    const wrong = copyOf(signed);
    await writeFile(join(wrong, 'summary.md'), 'all is well');
    await sealAgain(wrong, own);
    await expect(buildReport(wrong, own)).rejects.toThrow(/summary\.md: it says other than certificate\.json/);
  });
});

test('another run into the folder takes the report and its index away, and leaves the history and an index of the user', async () => {
  const out = mkdtempSync(join(folder, 'again-'));
  const anotherRun = async () => {
    const nothing = { evidenceFolder: join(out, '.journal'), key: null, document: interfaceDocument };
    await writeEvidence(out, certificate(), [], nothing);
    return readdirSync(out).filter((file) => /^(allure|index)/.test(file));
  };
  await mkdir(join(out, 'allure-results'));
  for (const file of ['allure-report.html', 'allure-history.jsonl', 'index.html']) await writeFile(join(out, file), '');
  expect(await anotherRun()).toEqual(['allure-history.jsonl']);
  await writeFile(join(out, 'index.html'), 'a page of the user');
  expect(await anotherRun()).toEqual(['allure-history.jsonl', 'index.html']);
});

test('a template without a tree to put in order is an error', () => {
  expect(() => inOrder('<html></html>', [])).toThrow(/template has changed/);
});
