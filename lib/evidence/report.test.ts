import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { buildReport, withoutCalls } from './report.ts';

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
    await mkdir(join(folder, 'allure-results'));
    const result = {
      uuid: 'a',
      name: 'refund.exceeds-paid: one kobo above',
      fullName: 'refund.exceeds-paid',
      status: 'failed',
      stage: 'finished',
      start: 1,
      stop: 2,
      labels: [{ name: 'epic', value: 'refunds' }],
      statusDetails: { message: 'expected 422' },
      steps: [],
      attachments: [],
      parameters: [],
      links: [],
    };
    await writeFile(join(folder, 'allure-results', 'a-result.json'), JSON.stringify(result));
    const report = await buildReport(folder);
    expect(report).toBe(join(folder, 'allure-report.html'));
    expect(readdirSync(folder).sort()).toEqual(['allure-report.html', 'allure-results']);
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
});
