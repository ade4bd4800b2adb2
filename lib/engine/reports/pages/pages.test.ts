import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { interfaceDocument } from '../../../interface/register/document.ts';
import { type RequirementId, requirements } from '../../../interface/register/index.ts';
import { inNumbers } from '../../evidence/certificate.ts';
import { delivery, HOSTILE, told } from '../../evidence/check-result.support.ts';
import type { ExchangeRecord } from '../../http/index.ts';
import { accepted, certificate, checkResult } from '../testing.support.ts';
import { boardPage } from './board-page.ts';
import { certificatePage } from './certificate-page.ts';
import { tracePage } from './trace-page.ts';

const bad = {
  ...certificate({
    'refund.exceeds-paid': { outcome: 'failed', reason: 'expected 422, got 201 | got 500' },
    'refund.created': { outcome: 'blocked', reason: 'no checkout could be paid' },
    'checkout.created': { outcome: 'passed' },
  }),
  verdict: 'nonconformant',
} as const;

/** The readable text of a page, without markup. */
function text(page: string): string {
  const body = page.slice(page.indexOf('<main>')).replace(/<[^>]+>/g, ' ');
  return body.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&').replace(/\s+/g, ' ');
}

test('each reason has a line of its own, also where a target has put a divider into one', () => {
  const reasons = ['got a | b', 'got c'];
  const base = certificate({ 'refund.exceeds-paid': { outcome: 'failed', reason: reasons.join(' | '), reasons } });
  const page = certificatePage({ ...base, verdict: 'nonconformant' }, '{}\n', interfaceDocument);
  expect([...page.matchAll(/<p class="reason"><bdi>(.*?)<\/bdi>/g)].map(([, words]) => words)).toEqual(reasons);
});

describe('the page of a certificate', () => {
  const page = certificatePage(bad, '{}\n', interfaceDocument);

  test('says first what failed, then what was blocked, with statement, source and every reason', () => {
    const words = text(page);
    const [verdict, failed, blocked, scope] = [
      'Nonconformant',
      '✗ failed refund.exceeds-paid',
      '■ blocked refund.created',
      'What was not exercised or not selected, and why',
    ].map((each) => words.indexOf(each));
    expect([verdict, failed, blocked, scope]).toEqual(
      [verdict, failed, blocked, scope].toSorted((a = 0, b = 0) => a - b),
    );
    expect(Math.min(verdict ?? -1, failed ?? -1, blocked ?? -1, scope ?? -1)).toBeGreaterThan(0);
    for (const part of [
      'Endpoints, behaviour rule 3',
      'expected 422, got 201',
      'got 500',
      'no checkout could be paid',
    ]) {
      expect(words.slice(failed, scope)).toContain(part);
    }
  });

  test('tells what has one cause as one story, and where to start', () => {
    const one = { outcome: 'failed', reason: 'got 500' } as const;
    const words = text(
      certificatePage(certificate({ 'refund.created': one, 'payout.created': one }), '', interfaceDocument),
    );
    expect(words).toContain('Start here: refund.created : got 500');
    expect(words).toMatch(
      /got 500 : 2 requirements ✗ failed refund\.created .* 1 more, by the same cause ✗ failed payout\.created/,
    );
  });

  test('starts with what is not known to fail, and nowhere where all of it is', () => {
    const failing = { outcome: 'failed', reason: 'got 500' } as const;
    const two = certificate({ 'payout.created': failing, 'refund.created': { ...failing, reason: 'got 404' } });
    const known = (...ids: RequirementId[]) => ({
      ...two,
      baseline: {
        gate: 'closed' as const,
        knownFailures: ids.map(
          (requirement) => ({ requirement, reason: 'ticket 42', outcome: 'failed', state: 'holds' }) as const,
        ),
      },
    });
    const page = (...ids: RequirementId[]) => text(certificatePage(known(...ids), '', interfaceDocument));
    expect(page('refund.created')).toContain('Start here: payout.created');
    expect(page('payout.created')).toContain('Start here: refund.created');
    expect(page('payout.created', 'refund.created')).not.toContain('Start here');
  });

  test('has every requirement and every observation, and the digest of the certificate', () => {
    for (const { id } of requirements) expect(page).toContain(`<tr id="requirement-${id}" class="`);
    for (const { id } of bad.observations) expect(page).toContain(`<code>${id}</code>`);
    expect(page).toContain(createHash('sha256').update('{}\n').digest('hex'));
    expect(page).toContain('manifest.json');
  });

  test('groups what was not exercised by its reason; what was not selected is only counted', () => {
    const mixed = {
      ...bad,
      requirements: bad.requirements.map((each, index) => (index > 100 ? { ...each, reason: 'not selected' } : each)),
    };
    const words = text(certificatePage(mixed, '', interfaceDocument));
    expect(words.match(/(\d+) requirements : not selected/)?.[1]).toBe(String(requirements.length - 101));
    expect(words.split('no control').length - 1).toBeGreaterThan(1);
  });

  test('counts what was not selected apart from what was not exercised, also where it is filtered', () => {
    const narrow = {
      ...bad,
      requirements: bad.requirements.map((each, index) => (index > 100 ? { ...each, reason: 'not selected' } : each)),
    };
    const unasked = requirements.length - 101;
    const made = certificatePage(narrow, '', interfaceDocument);
    expect(text(made)).toContain(`not selected (${unasked})`);
    expect(made.split('class="not_selected"').length - 1).toBe(unasked);
    expect(text(tracePage(narrow, interfaceDocument)).split('· not selected').length - 1).toBe(unasked);
    expect(text(certificatePage(bad, '', interfaceDocument))).not.toContain('not selected (');
  });

  test('leaves out no level of its headings, where a cause has one requirement alone', () => {
    const alone = certificate({ 'refund.created': { outcome: 'failed', reason: 'got 500' } });
    const levels = [...certificatePage(alone, '', interfaceDocument).matchAll(/<h([1-6])/g)].map(([, level]) =>
      Number(level),
    );
    expect(levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)).toEqual([]);
  });

  test('of a run that was interrupted says so, and shows the skew of the clock where it is known', () => {
    const interrupted = { ...bad, interrupted: true, clock: { skewMs: 250, uncertaintyMs: 8 } };
    const words = text(certificatePage(interrupted, '', interfaceDocument));
    expect(words).toContain('The run was interrupted before its end.');
    expect(words).toContain('250 ms ahead, give or take 8 ms');
    expect(text(page)).not.toMatch(/interrupted|ahead/);
  });

  test('says how late the machine that certified was, where that can have mattered', () => {
    const harness = { eventLoopDelayMs: 40, webhookAnswerMs: 4_210, waitsLateMs: 0 };
    const words = (late: typeof harness) => text(certificatePage({ ...bad, harness: late }, '', interfaceDocument));
    expect(words(harness)).toContain('webhooks were answered after 4.2 s');
    expect(words({ ...harness, webhookAnswerMs: 90 })).not.toContain('machine was slow');
  });

  test('of a run whose answers were lost, or at which nobody listened for a while, says so', () => {
    const gaps = [{ from: '2026-01-31T12:00:00.000Z', to: '2026-01-31T12:07:30.000Z' }];
    const words = text(certificatePage({ ...bad, lostAnswers: 1_204, gaps }, '', interfaceDocument));
    expect(words).toContain('Answers lost on the way 1,204');
    expect(words).toContain('Nobody listened 2026-01-31 12:00:00 UTC to 2026-01-31 12:07:30 UTC');
    expect(text(certificatePage({ ...bad, lostAnswers: 0, gaps: [] }, '', interfaceDocument))).not.toMatch(
      /lost on|listened/,
    );
  });

  test('links to the interface only where its address is known', () => {
    expect(page).not.toMatch(/href="https?:/);
    const linked = certificatePage({ ...bad, interfaceUrl: 'https://docs.example/i' }, '', interfaceDocument);
    expect(linked).toContain('href="https://docs.example/i#endpoints"');
  });
});

describe('the evidence of a failure on the page', () => {
  const id = 'refund.exceeds-paid';
  const request = accepted().request;
  const bodyOf = (body: string): ExchangeRecord['response'] => ({
    status: 201,
    headers: [],
    body,
    bodyEncoding: 'utf8',
    truncated: false,
  });
  const exchanges = [1, 2, 3, 4, 5].map((at) =>
    accepted({ id: at, request: { ...request, url: `${request.url}/${at}` }, response: bodyOf(`body ${at}`) }),
  );
  const check = checkResult({
    outcome: 'failed',
    exchanges,
    deliveries: [1, 2, 3, 4].map((seq) => ({
      ...delivery(seq, seq, { kind: 'status', status: 200 }),
      body: `hook ${seq}`,
    })),
    predicates: [{ matcher: 'toHaveStatus', subject: { exchange: 1 }, args: [], held: false }],
    stepLog: [
      told('a step that is left out'),
      ...Array.from({ length: 24 }, (_, at) => told(`step ${at}`)),
      told(
        `the merchant asks ${HOSTILE}`,
        exchanges.map((each) => ({ exchange: each.id })),
        false,
      ),
    ],
  });
  const certified = certificate({ [id]: { outcome: 'failed', reason: 'expected 422' } });
  const shown = (...results: (typeof check)[]) => {
    const page = certificatePage(certified, '', interfaceDocument, results);
    return { page, folded: /<details class="evidence">.*?<\/details>/s.exec(page)?.[0] ?? '' };
  };

  test('is folded: the exchange that failed and the last ones, the last webhooks, and the steps', () => {
    const { folded } = shown(check);
    expect([...folded.matchAll(/\/v1\/refunds\/(\d)<\/bdi> →/g)].map(([, at]) => at)).toEqual(['1', '4', '5']);
    expect(folded.match(/the failed expectation is about it/g)).toHaveLength(1);
    expect(folded.indexOf('is about it')).toBeLessThan(folded.indexOf('body 1'));
    expect([...folded.matchAll(/hook \d/g)].map(([text]) => text)).toEqual(['hook 2', 'hook 3', 'hook 4']);
    expect(folded).toContain('&quot;amount&quot;:2001');
    expect(folded).toContain('<strong class="bad">did not work:</strong>');
    expect(folded).toContain('1 earlier line left out');
    expect(folded).not.toContain('a step that is left out');
    expect(folded).not.toMatch(/<script|<img/);
    for (const control of ['\u0000', '\u202e']) expect(folded).not.toContain(control);
  });

  test('names the trace of each exchange, where one was asked for', () => {
    const trace = 'dcbc48ad7f7175b6876f196a075382ee';
    const headers: typeof request.headers = [['traceparent', `00-${trace}-b1ca17db2c8b0bc0-01`]];
    const [first = accepted()] = exchanges;
    const traced = { ...check, exchanges: [{ ...first, request: { ...request, headers } }, ...exchanges.slice(1)] };
    expect(shown(traced).folded.split(`trace <bdi>${trace}`)).toHaveLength(2);
    expect(shown(check).folded).not.toContain('trace <bdi>');
  });

  test('is of the first check with the outcome of the requirement, and not without end', () => {
    const long = {
      ...check,
      title: 'first',
      exchanges: exchanges.map((each) => ({ ...each, response: bodyOf('x'.repeat(50_000)) })),
    };
    const { folded } = shown(checkResult({ title: 'fine' }), long, { ...check, title: 'second' });
    expect(folded).toContain('Check: first (suites/refunds/amounts.ts)');
    expect(folded).toContain('(48500 characters more)');
    expect(folded.length).toBeLessThan(20_000);
    expect(shown().page).not.toContain('class="evidence"');
  });

  test('is there for the first 40 requirements; of the others the command is named that has it', () => {
    const named = requirements
      .slice(0, 45)
      .map((each) => [each.id, { outcome: 'failed', reason: 'the same' }] as const);
    const results = named.map(([of]) => ({ ...check, id: of }));
    const page = certificatePage(certificate(Object.fromEntries(named)), '', interfaceDocument, results);
    expect(page.match(/class="evidence"/g)).toHaveLength(40);
    expect(page.match(/Its exchanges and steps are in the report: <a href="#evidence">/g)).toHaveLength(5);
    expect(page.match(/<p class="reason">/g)).toHaveLength(45);
  });

  test('is the same when it is made from the records of the run or from restored ones', () => {
    const restored = Object.defineProperty({ ...check }, 'exchanges', {
      get: () => structuredClone(exchanges),
      enumerable: true,
    });
    expect(shown(restored).page).toBe(shown(check).page);
  });
});

test('on the board, what a run was not asked for is not selected, and not unexercised', () => {
  const [reason, outcome] = ['not selected', 'not_exercised'] as const;
  const run = certificate({
    'refund.exceeds-paid': { outcome: 'passed' },
    'refund.created': { outcome, reason: 'no control' },
  });
  const requirements = run.requirements.filter(({ chapter }) => chapter === 'refunds');
  const asked = ['refund.exceeds-paid', 'refund.created'];
  const narrow = {
    ...run,
    requirements: requirements.map((each) => (asked.includes(each.id) ? each : { ...each, outcome, reason })),
  };
  const outcomes = new Map(narrow.requirements.map((each) => [each.id, each.outcome] as const));
  const holding = {
    certificate: narrow,
    reconciled: { outcomes, totals: narrow.totals, verdict: narrow.verdict },
    href: './a/',
    vouchedFor: false,
  };
  const page = boardPage({
    chapters: ['refunds', 'banks'],
    document: interfaceDocument,
    madeAt: '2026-01-31T12:00:00.000Z',
    runs: [{ name: 'a', conclusion: '', contradictions: [], holding }],
  });
  const cells = [...page.matchAll(/<td>(<a .*?)<\/td>/gs)].map(([, cell = '']) =>
    cell
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  expect(cells).toEqual([`✓ 1 passed · 1 not exercised · ${requirements.length - 2} not selected`, '· not selected']);
});

test('the trace matrix leads from each passage to requirements, tests and outcome', () => {
  const tests = ['suites/refunds/amounts.ts: one kobo too much'];
  const traced = {
    ...bad,
    requirements: bad.requirements.map((each) => (each.id === 'refund.exceeds-paid' ? { ...each, tests } : each)),
  };
  const page = tracePage(traced, interfaceDocument);
  expect(page).toContain(`<p>${inNumbers(traced)}</p>`);
  const troubled = tracePage(
    certificate({ 'refund.exceeds-paid': { outcome: 'failed', reason: 'expected 422' } }),
    interfaceDocument,
  );
  expect(troubled.indexOf('What failed or was blocked')).toBeLessThan(troubled.indexOf('<table>'));
  expect(tracePage(certificate(), interfaceDocument)).not.toContain('What failed');
  const words = text(page);
  for (const { id } of [...requirements, ...bad.observations]) expect(page).toContain(`<code>${id}</code>`);
  const rule3 = words.indexOf('behaviour rule 3');
  const passage = words.slice(rule3, words.indexOf('behaviour rule 4', rule3));
  expect(passage).toMatch(/refund\.exceeds-paid suites\/refunds\/amounts\.ts: one kobo too much ✗ failed/);
  const many = Array.from({ length: 40 }, (_, at) => `suites/refunds/amounts.ts: row ${at + 1}`);
  const folded = tracePage(
    {
      ...traced,
      requirements: traced.requirements.map((each) => (each.tests === tests ? { ...each, tests: many } : each)),
    },
    interfaceDocument,
  );
  expect(text(folded)).toMatch(/row 5 35 more tests suites\S+ row 6 /);
  for (const test of many) expect(folded).toContain(`<p>${test}</p>`);
  const sections = [...page.matchAll(/<h2>([^<]+)<\/h2>/g)].map(([, title]) => title);
  expect(sections).toEqual(['What failed or was blocked', ...Object.keys(interfaceDocument.sections)]);
  expect(page).toContain('href="certificate.html#requirement-refund.exceeds-paid"');
});

test.each([
  ['certificate', (of: typeof hostile) => certificatePage(of, '', interfaceDocument)],
  ['trace matrix', (of: typeof hostile) => tracePage(of, interfaceDocument)],
])('whatever a target says is text in the %s', (_, make) => {
  const page = make(hostile);
  expect(page).not.toMatch(/<script|<img/);
  expect(page).not.toContain('\u0000');
  expect(page).toContain('&lt;/script&gt;');
  expect(page).toContain("default-src 'none'");
});

const hostile = {
  ...certificate({ 'refund.exceeds-paid': { outcome: 'failed', reason: HOSTILE } }),
  target: { baseUrl: HOSTILE, liveBaseUrl: HOSTILE },
  observations: certificate().observations.map((each) => ({ ...each, observed: HOSTILE })),
};
