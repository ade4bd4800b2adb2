import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildReport } from '../../../commands/report/report.ts';
import { interfaceDocument } from '../../../interface/register/document.ts';
import { Chromium } from '../../browser/chromium.ts';
import { checkResult, delivery, HOSTILE } from '../../evidence/check-result.support.ts';
import { writeAllureResults } from '../allure/allure.ts';
import { certificate } from '../testing.support.ts';
import { certificatePage } from './certificate-page.ts';
import { tracePage } from './trace-page.ts';

/** The pages of a run in a browser: light, dark and printed, without network requests. */

const folder = mkdtempSync(join(tmpdir(), 'looks-'));
const schemes = ['light', 'dark'] as const;
const chromium = new Chromium(null);
let browser: Browser;

const certified = {
  ...certificate({
    'checkout.created': { outcome: 'passed' },
    'refund.exceeds-paid': { outcome: 'failed', reason: `expected 422, got ${HOSTILE}` },
    'delivery.first-retry': { outcome: 'passed' },
  }),
  verdict: 'nonconformant',
  target: { baseUrl: HOSTILE },
} as const;

beforeAll(async () => {
  writeAllureResults(
    join(folder, 'allure-results'),
    certified,
    [
      checkResult({ id: 'checkout.created', title: 'with all fields', file: 'suites/checkouts/create.ts' }),
      // It began first, but its chapter is not the first in the document.
      checkResult({
        id: 'delivery.first-retry',
        title: 'it comes after 60 s',
        file: 'suites/webhooks/schedule.ts',
        startedAt: 0,
        endedAt: 1,
        deliveries: [delivery(1, 0, { kind: 'status', status: 500 }), delivery(2, 60, { kind: 'status', status: 200 })],
      }),
      checkResult({ outcome: 'failed', reason: `expected 422, got ${HOSTILE}` }),
      checkResult({ kind: 'observation', id: 'refund.status-on-create', title: 'status on create', observed: HOSTILE }),
    ],
    interfaceDocument,
  );
  await buildReport(folder);
  writeFileSync(join(folder, 'certificate.html'), certificatePage(certified, '', interfaceDocument));
  writeFileSync(join(folder, 'trace.html'), tracePage(certified, interfaceDocument));
  browser = await chromium.running;
}, 60_000);

afterAll(async () => {
  await chromium.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a page; `heard` lists its network requests and console errors. */
async function opened(name: string, colorScheme: (typeof schemes)[number]): Promise<{ page: Page; heard: string[] }> {
  const context = await browser.newContext({ colorScheme, viewport: { width: 1_300, height: 1_000 } });
  const page = await context.newPage();
  const heard: string[] = [];
  page.on('request', (request) => {
    if (!/^(?:file|data|blob):/.test(request.url())) heard.push(`request ${request.url()}`);
  });
  page.on('console', (message) => message.type() === 'error' && heard.push(`console ${message.text()}`));
  page.on('pageerror', (error) => heard.push(`error ${error.message}`));
  await page.goto(pathToFileURL(join(folder, name)).href);
  return { page, heard };
}

/** From 0 (black) to 255 (white). */
async function brightness(page: Page): Promise<number> {
  const png = await page.screenshot({ clip: { x: 2, y: 300, width: 1, height: 1 } });
  return await page.evaluate(
    `(async () => {
      const image = await createImageBitmap(await (await fetch('data:image/png;base64,${png.toString('base64')}')).blob());
      const canvas = document.createElement('canvas').getContext('2d');
      canvas.drawImage(image, 0, 0);
      return canvas.getImageData(0, 0, 1, 1).data[1];
    })()`,
  );
}

describe.each(schemes)('in %s, the Allure report', (scheme) => {
  test('shows chapters in the order of the document, a failed check with its steps, and its exchange', async () => {
    const { page, heard } = await opened('allure-report.html', scheme);
    const sections = page.getByTestId('tree-section');
    await sections.first().waitFor();
    const titles = (await sections.allInnerTexts()).map((text) => text.split('\n')[0]);
    const chapters = ['Checkouts', 'Refunds', 'Webhooks', 'Observations: what the interface leaves open'];
    expect([...new Set(titles.filter((title) => chapters.includes(title ?? '')))]).toEqual(chapters);
    expect((await brightness(page)) > 128).toBe(scheme === 'light');

    await page.getByText('Failed', { exact: true }).last().click();
    await page.getByTestId('tree-leaf').filter({ hasText: 'one kobo above what is left is refused' }).click();
    await page.getByText('the merchant asks for a refund of 2,001 kobo').first().click();
    await page.getByText('POST /v1/refunds?a=b → 422 refund_exceeds_paid').first().click();
    await page.getByText('{"amount":2001}').first().waitFor();
    await page.getByText('then: one kobo above what is left is refused').first().waitFor();
    expect(await page.title()).not.toBe('taken');
    expect(heard).toEqual([]);
    await page.context().close();
  });

  test('opens at the verdict, also on a small screen', async () => {
    const { page } = await opened('allure-report.html', scheme);
    await page.setViewportSize({ width: 390, height: 700 });
    await page.reload();
    await page.getByTestId('tree-leaf').first().waitFor();
    await page.waitForTimeout(500);
    const scrolled = "[...document.querySelectorAll('*')].filter(({ scrollTop }) => scrollTop > 0).length";
    expect(await page.evaluate(scrolled)).toBe(0);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.evaluate(scrolled)).toBeGreaterThan(0);
    await page.context().close();
  });

  test('shows when the attempts of a webhook came', async () => {
    const { page, heard } = await opened('allure-report.html', scheme);
    for (const title of ['Webhooks', 'Schedule', 'The first retry']) {
      await page.getByTestId('tree-section').filter({ hasText: title }).first().click();
    }
    await page.getByTestId('tree-leaf').filter({ hasText: 'it comes after 60 s' }).click();
    await page.getByText('timeline of payout.succeeded').first().click();
    const picture = page.locator('img, svg[aria-label]').filter({ visible: true }).last();
    await picture.waitFor();
    expect((await picture.boundingBox())?.width).toBeGreaterThan(300);
    expect(heard).toEqual([]);
    await page.context().close();
  });
});

describe.each(schemes)('in %s', (scheme) => {
  test.each([
    ['certificate.html', 'Nonconformant'],
    ['trace.html', 'From the interface to its tests'],
  ])('%s can be read, and asks nothing of anybody', async (name, heading) => {
    const { page, heard } = await opened(name, scheme);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(heading);
    expect(await page.title()).not.toBe('taken');
    expect(heard).toEqual([]);
    await page.context().close();
  });
});

test('the certificate is printed on A4, light, with every requirement', async () => {
  const { page } = await opened('certificate.html', 'dark');
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1')) ?? [];
  expect([Math.round(Number(width) / 2.8346), Math.round(Number(height) / 2.8346)]).toEqual([210, 297]);
  await page.emulateMedia({ media: 'print' });
  expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
  await page.context().close();
});
