import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe, { type AxeResults } from 'axe-core';
import { html, raw } from 'hono/html';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Chromium } from '../../engine/browser/chromium.ts';
import { delivery, HOSTILE, told } from '../../engine/evidence/check-result.support.ts';
import { certificatePage } from '../../engine/reports/pages/certificate-page.ts';
import { pageOf } from '../../engine/reports/pages/frame.ts';
import { indexPage } from '../../engine/reports/pages/index-page.ts';
import { tracePage } from '../../engine/reports/pages/trace-page.ts';
import { acceptance, timeline } from '../../engine/reports/pictures/pictures.ts';
import { accepted, certificate, checkResult } from '../../engine/reports/testing.support.ts';
import { interfaceDocument } from '../../interface/register/document.ts';
import { requirement } from '../../interface/register/index.ts';
import { launchReference } from '../../interface/target/launch.ts';
import { drawSearch } from '../../load/capacity/plot.ts';
import { comparePage } from '../../load/pages/compare-page.ts';
import { loadProofPage } from '../../load/pages/proof-page.ts';
import { resultPage } from '../../load/pages/result-page.ts';
import { latencies, servedAndRefused } from '../../load/plots.ts';
import { latencyOfAll, lineOf } from '../../load/testing.support.ts';
import type { Result } from '../../load/types.ts';
import { byClass } from '../../proof/scoreboard/report/classes.ts';
import { proofPage } from '../../proof/scoreboard/report/page.ts';
import { score } from '../../proof/scoreboard/report/score.ts';

/**
 * Every HTML page that the project generates, checked on small and large screens, in light and dark mode, by keyboard and for screen
 * readers.
 */

const folder = mkdtempSync(join(tmpdir(), 'pages-'));
const chromium = new Chromium(null);
let browser: Browser;

beforeAll(async () => {
  const made = {
    certificate: certificatePage(certified, '{}\n', interfaceDocument, [longFailure]),
    index: indexPage('a run', [{ file: `load/${'a'.repeat(90)}/result.html`, what: LONG }]),
    trace: tracePage(certified, interfaceDocument),
    proof: proofPage(proven),
    pictures: pictures(),
    ...loadPages(),
  };
  for (const [name, page] of Object.entries({ ...made, ...(await hostedPages()) })) {
    writeFileSync(join(folder, `${name}.html`), page);
  }
  browser = await chromium.running;
}, 60_000);

afterAll(async () => {
  await chromium.close();
  rmSync(folder, { recursive: true, force: true });
});

const names = [
  'certificate',
  'index',
  'trace',
  'proof',
  'pictures',
  'load-result',
  'load-search',
  'load-compared',
  'load-proof',
  'checkout',
  'checkout-paid',
  'escrow',
  'escrow-funded',
] as const;
const sizes = [390, 1_280] as const;
const schemes = ['light', 'dark'] as const;

describe.each(schemes)('in %s', (colorScheme) => {
  describe.each(sizes)('%d pixels wide', (width) => {
    test('the certificate is filtered by outcome with the keyboard, and shows what a link leads to', async () => {
      const page = await opened('certificate', { colorScheme, viewport: { width, height: 900 } });
      const visible = async (what: string) => await page.locator(what).filter({ visible: true }).count();
      const all = await visible('.every tbody tr');
      await page.locator('#show-all').focus();
      const seen: Record<string, readonly number[]> = {};
      for (const outcome of ['failed', 'blocked', 'not_exercised', 'passed'] as const) {
        await page.keyboard.press('ArrowRight');
        expect(await page.locator(`#show-${outcome}`).isChecked()).toBe(true);
        expect(await visible(`.every tbody tr:not(.${outcome})`)).toBe(0);
        expect(await visible('.chapter')).toBe(await page.locator(`.chapter:has(.${outcome})`).count());
        seen[outcome] = [await visible('.every tbody tr'), await visible('article')];
      }
      expect(seen).toMatchObject({ failed: [2, 2], blocked: [1, 1], passed: [1, 0] });
      expect(await visible('#problems')).toBe(0);
      await page.evaluate(`location.hash = 'requirement-payout.created'`);
      expect(await visible('.every tbody tr')).toBe(2);
      await page.locator('#show-all').check();
      expect(await visible('.every tbody tr')).toBe(all);
      await page.locator('.cause > details > summary').press('Enter');
      await page.locator('.evidence summary').press('Enter');
      expect(await visible('.evidence ol')).toBe(3);
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate<AxeResults>('axe.run({ resultTypes: ["violations"] })');
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      expect(await page.evaluate(CUT_OFF)).toEqual([]);
      await page.context().close();
    });

    test.each(names)('the page %s breaks no rule of accessibility, and fits', async (name) => {
      const page = await opened(name, { colorScheme, viewport: { width, height: 900 } });
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate<AxeResults>('axe.run({ resultTypes: ["violations"] })');
      const told = violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`));
      expect(told).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      expect(await page.evaluate(CUT_OFF)).toEqual([]);
      await page.context().close();
    });
  });
});

async function opened(name: string, options: Parameters<Browser['newContext']>[0]): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  await page.goto(pathToFileURL(join(folder, `${name}.html`)).href);
  return page;
}

/** Elements whose content overflows their box, where the box neither scrolls nor shows the overflow. */
const CUT_OFF = `[...document.querySelectorAll('main *')]
  .filter((element) => element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1)
  .filter((element) => !/auto|scroll/.test(getComputedStyle(element).overflowX))
  .filter((element) => !element.closest('.scroll') && !element.closest('svg'))
  .map((element) => element.outerHTML.slice(0, 200))`;

const LONG = `expected 422 refund_exceeds_paid, got 201 with ${'abcdef0123456789'.repeat(12)}`;

/** A few requirements of every chapter, covering each outcome; texts from the target are long or hostile. */
const certified = (() => {
  const outcomes = {
    'checkout.created': { outcome: 'passed' },
    'refund.exceeds-paid': { outcome: 'failed', reason: `${LONG} | ${HOSTILE}`, reasons: [LONG, HOSTILE] },
    'refund.created': { outcome: 'failed', reason: LONG },
    'payout.created': { outcome: 'blocked', reason: 'no checkout could be paid' },
  } as const;
  const whole = certificate(outcomes);
  const requirements = [...Map.groupBy(whole.requirements, ({ chapter }) => chapter).values()].flatMap((of) => [
    ...of.filter(({ id }) => id in outcomes),
    ...of.filter(({ id }) => !(id in outcomes)).slice(0, 2),
  ]);
  return {
    ...whole,
    verdict: 'nonconformant',
    target: { baseUrl: `https://sandbox.example/${'a'.repeat(90)}` },
    requirements: requirements.map((each) => ({
      ...each,
      tests: [`suites/refunds/amounts.ts: ${each.id} above what is left`],
    })),
    observations: whole.observations.slice(0, 6).map((each) => ({ ...each, observed: LONG })),
  } as const;
})();

/** A check with an exchange, a webhook and nested steps, whose texts are long or hostile. */
const longFailure = checkResult({
  outcome: 'failed',
  exchanges: [
    accepted({ request: { ...accepted().request, url: `http://127.0.0.1:9/v1/${'a'.repeat(200)}`, body: LONG } }),
  ],
  deliveries: [{ ...delivery(1, 0, { kind: 'status', status: 200 }), body: HOSTILE, reference: 'b'.repeat(200) }],
  stepLog: [told(LONG, [told(HOSTILE, [told(LONG, [{ exchange: 1 }])], false)])],
});

const proven = (() => {
  const breaks = { what: 'one sentence is not kept', breaks: 'checkout.created' } as const;
  const names = ['a-mutant-that-is-killed', `a-mutant-${'that-survives-'.repeat(8)}`] as const;
  const mutants = names.map((name) => ({ name, ...breaks }));
  const results = new Map(
    names.map((name, place) => {
      const outcome = place === 0 ? 'failed' : 'passed';
      const seen = [
        { id: 'checkout.created', title: 'all fields', file: 'suites/a.ts', outcome, reason: LONG },
      ] as const;
      const job = {
        kind: 'quick',
        name,
        target: [name],
        first: [],
        beside: [],
        untilFailed: true,
        depth: 'first',
      } as const;
      return [
        name,
        {
          job,
          contradictions: [],
          seen: [...seen],
          named: null,
          requests: 3,
          seconds: 1.25,
          cutOff: false,
          fault: null,
        },
      ];
    }),
  );
  const whole = [requirement('checkout.created'), requirement('refund.created')];
  const proof = score(whole, { mutants, results, clean: [] }, [], true);
  const classes = byClass({ ends: [...mutants] }, [{ name: names[0], fate: 'killed' }]);
  const readings = [true, false].map((clean) => ({
    name: `reading-${clean}`,
    applied: ['a', 'b'],
    clean,
    checks: 3,
    problems: clean ? [] : [LONG],
    seconds: 2,
  }));
  const exceptions = [{ about: 'refund.created', reason: LONG }];
  return {
    seed: 7,
    seconds: 61,
    whole: true,
    emptied: [],
    pairs: { met: 3, of: 4 },
    ...proof,
    classes,
    readings,
    exceptions,
  };
})();

/** The charts of checks and of load, as a report contains them. */
function pictures(): string {
  const arrivals = [20, 2_000].map((ms, second) => ({
    op: 'refund',
    dueMs: second * 1_000,
    ms,
    ownMs: ms,
    dropped: false,
  }));
  const attempts = [0, 60].map((after) => ({ after, answer: '500', acknowledged: after > 0 }));
  const drawn = [
    latencies(latencyOfAll(arrivals), { p95: 300, p99: 800 }),
    servedAndRefused([lineOf({ op: 'curve' }), lineOf({ op: 'burst', status: 429 })]) ?? '',
    acceptance([{ at: 1_000, through: 100, refused: 20 }]),
    timeline('payout.succeeded', 'pay-1', attempts),
  ];
  return pageOf('Pictures', html`<h1>Pictures</h1>${drawn.map((svg) => raw(svg))}`);
}

/**
 * The pages that load tests produce: a scenario's result, a search, a comparison and a proof, with texts from the target as long and
 * hostile as possible.
 */
function loadPages(): Record<string, string> {
  const outcomes = ['passed', 'failed', 'inconclusive', 'not exercised'] as const;
  const result: Result = {
    script: 'steady',
    question: 'What latency does a realistic mix see?',
    verdict: 'failed',
    reason: LONG,
    target: `https://sandbox.example/${'a'.repeat(90)}`,
    plan: '50 arrivals a second over 35 keys for 8 s',
    startedAt: '2026-01-01T00:00:00.000Z',
    finishedAt: '2026-01-01T00:01:00.000Z',
    k6: { version: '2.2.0', segments: 2, seconds: 8.2 },
    requests: 2_399,
    rate: { askedPerSecond: 50, achievedPerSecond: 1_482.3 },
    latency: { p50: 2.9, p95: 11.4, p99: 27.6, max: 60.8 },
    statuses: { 0: 3, 201: 1_200 },
    findings: outcomes.map((outcome) => ({
      id: outcome.replace(' ', '-'),
      says: 'It holds.',
      outcome,
      detail: LONG,
      examples: [HOSTILE, LONG],
    })),
  };
  const svg = latencies(latencyOfAll([{ op: 'refund', dueMs: 0, ms: 20, ownMs: 20, dropped: false }]), {
    p95: 300,
    p99: 800,
  });
  const seen = [10, 60].map((rate) => ({
    rate,
    observed: rate > 50 ? ('busy' as const) : ('holds' as const),
    words: '',
    p95: rate,
    failed: 0,
  }));
  const knee = { kind: 'at least', rate: 60, low: 60, high: 90 } as const;
  const picture = drawSearch(seen, knee, { p95: 1_000, errors: 0.001 });
  const estimate = { value: 1.1, low: 0.9, high: 1.234 };
  const row = {
    op: 'look up checkout',
    measure: 'p95',
    a: estimate,
    b: estimate,
    ratio: estimate,
    sees: 0.05,
  } as const;
  const rows = (['same', 'worse', 'better'] as const).map((change) => ({ ...row, change }));
  const finding = { id: 'kept', a: 'passed', b: 'failed', worse: true, detail: LONG } as const;
  const compared = [
    { script: 'steady', change: 'worse', findings: [finding], rows, notCompared: null },
    {
      script: 'idempotency',
      change: 'not comparable',
      findings: [],
      rows: [],
      notCompared: 'it asks what happens at once, not how fast',
    },
  ] as const;
  const at = '2026-01-01T00:00:00.000Z';
  const figures = [true, false].map((isMet) => ({
    name: 'a figure',
    value: '19 of 20',
    aim: 'all',
    isMet,
    sample: LONG,
    of: 20,
    at: isMet ? at : '2025-01-01T00:00:00.000Z',
  }));
  const trials = [true, false].map((ok) => ({ script: 'steady', what: 'a mutant', ok, words: LONG, seconds: 3 }));
  return {
    'load-result': resultPage(
      result,
      [{ name: 'latency over time', file: 'latency.svg', svg }],
      [{ file: 'k6.log', what: 'what k6 said' }],
    ),
    'load-search': resultPage({ ...result, verdict: 'passed', reason: null, findings: [] }, [picture], []),
    'load-compared': comparePage({ a: 'monday', b: LONG, compared, gone: ['faults'], added: [], turns: 2 }),
    'load-proof': loadProofPage({ ok: false, seconds: 61, seed: 7, at, figures, trials }),
  };
}

/** The hosted pages of the embedded reference, as its buyers see them. */
async function hostedPages(): Promise<Record<string, string>> {
  const { settings, stop } = await launchReference();
  const send = async (url: string, headers: Record<string, string>, body: object): Promise<Record<string, string>> => {
    const json = { 'content-type': 'application/json', ...headers };
    return (await (await fetch(url, { method: 'POST', headers: json, body: JSON.stringify(body) })).json()) as Record<
      string,
      string
    >;
  };
  const control = (path: string, body: object) =>
    send(`${settings.TARGET_CONTROL_URL}${path}`, { authorization: `Bearer ${settings.TARGET_CONTROL_TOKEN}` }, body);
  try {
    const { merchantId = '', apiKey } = await control('/merchants', { environment: 'sandbox' });
    const api = (path: string, body: object) =>
      send(
        `${settings.TARGET_BASE_URL}/v1${path}`,
        { authorization: `Bearer ${apiKey}`, 'x-merchant-id': merchantId, 'idempotency-key': path },
        body,
      );
    const order = { reference: 'order-1', amount: 150_000, currency: 'NGN', description: LONG };
    const { checkoutUrl = '' } = await api('/checkouts', {
      ...order,
      customer: { email: 'ada@example.com' },
      returnUrl: 'http://127.0.0.1:9/',
    });
    const { payUrl = '' } = await api('/escrows', { ...order, seller: { walletId: '0000000001' }, conditions: LONG });
    const show = async (url: string) => await (await fetch(url)).text();
    const before = { checkout: await show(checkoutUrl), escrow: await show(payUrl) };
    await control(`/merchants/${merchantId}/checkouts/order-1/settle`, { outcome: 'succeeded' });
    await control(`/merchants/${merchantId}/escrows/order-1/pay`, {});
    return { ...before, 'checkout-paid': await show(checkoutUrl), 'escrow-funded': await show(payUrl) };
  } finally {
    await stop();
  }
}
