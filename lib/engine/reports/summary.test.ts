import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { marked } from 'marked';
import { describe, expect, test } from 'vitest';
import { requirements } from '../../interface/register/index.ts';
import type { Certificate, KnownFailure } from '../evidence/certificate.ts';
import { badge } from './badge.ts';
import { escaped } from './markdown.ts';
import { summary } from './summary.ts';
import { certificate } from './testing.support.ts';

const id = 'refund.exceeds-paid';
const failed = (reason = 'expected 422') => certificate({ [id]: { outcome: 'failed', reason } });

function knowing(state: KnownFailure['state'], base: Certificate): Certificate {
  const knownFailures = [{ requirement: id, reason: 'ticket | 42', outcome: 'failed', state } as const];
  return { ...base, baseline: { gate: 'closed', knownFailures } };
}

describe('the summary of a job', () => {
  test('begins with the verdict, and shows what failed with statement, source and reason', () => {
    const text = summary({ ...failed(), verdict: 'nonconformant' });
    expect(text).toMatch(/^## ❌ nonconformant\n/);
    expect(text).toMatch(
      /\| `refund\.exceeds-paid` \| A refund .*`refund_exceeds_paid`.* \(Endpoints, behaviour rule 3\) \| expected 422 \|/,
    );
    expect(text).not.toContain('The gate is');
    expect(text).toContain('asked for: everything');
    const selection = { chapters: ['refunds', 'wallet-links'], profile: 'smoke' };
    expect(summary({ ...failed(), selection })).toContain('asked for: chapters refunds, wallet-links; profile smoke');
    expect(summary(certificate())).not.toContain('### Failed');
  });

  test('says that the machine which certified was too slow, where it was', () => {
    const harness = { eventLoopDelayMs: 40, webhookAnswerMs: 4_210, waitsLateMs: 0 };
    expect(summary({ ...certificate(), harness })).toContain('webhooks were answered after 4.2 s');
    expect(summary({ ...certificate(), harness: { ...harness, webhookAnswerMs: 90 } })).not.toContain('slow');
  });

  test('shows known failures as such', () => {
    const text = summary(knowing('holds', failed()));
    expect(text).toContain('**The gate is open** (known failures on the list: 1)');
    expect(text).not.toContain('### Failed');
    expect(text).toContain('| `refund.exceeds-paid` | failed | ticket \\| 42 |  |');
    expect(summary(knowing('expired', failed()))).toMatch(
      /### Failed\n\n.*\n.*\n\| `refund\.exceeds-paid` \(known, but its day is over\)/,
    );
    const blocked = certificate({ [id]: { outcome: 'blocked', reason: 'got 500' } });
    expect(summary(knowing('expired', blocked))).toMatch(
      /### Known, but their day is over\n\n.*\n.*\n\| `refund\.exceeds-paid` \| blocked \| ticket/,
    );
    const mended = summary(knowing('passes_now', certificate({ [id]: { outcome: 'passed' } })));
    expect(mended).toContain('**The gate is closed: 1 known to fail, but passing now');
    expect(mended).toContain('### Known to fail, passing now: to be taken off the list');
  });

  test('tells what one cause blocks together', () => {
    const reason = (reference: string) => `no <refund> for pay-a1-b2-${reference}`;
    const text = summary(
      certificate({
        'refund.created': { outcome: 'blocked', reason: reason('1') },
        'refund.settles': { outcome: 'blocked', reason: reason('2') },
      }),
    );
    expect(text).toContain('### 1 cause of what failed or was blocked\n');
    expect(text).toContain('| no \\<refund\\> for … |  | `refund.created`, `refund.settles` |');
  });

  test('counts by chapter, and groups what was not exercised', () => {
    expect(summary(failed())).toMatch(/\| refunds \| · \| 1 \| · \| \d+ \|/);
    expect(summary(failed())).toContain(`| ${requirements.length - 1} | no control |`);
  });

  test('does not count as not exercised what the run was not asked for', () => {
    const unasked = { outcome: 'not_exercised', reason: 'not selected' } as const;
    const others = requirements.filter((each) => each.id !== id);
    const text = summary({
      ...certificate({ [id]: { outcome: 'passed' }, ...Object.fromEntries(others.map((each) => [each.id, unasked])) }),
      totals: { passed: 1, failed: 0, blocked: 0, notExercised: others.length },
    });
    expect(text).toContain(`1 passed, 0 failed, 0 blocked, 0 not exercised, ${others.length} not selected`);
    expect(text).toContain('| refunds | 1 | · | · | · |');
    expect(text).not.toContain('| checkouts |');
  });

  test('fits into what GitHub takes, whatever fails', () => {
    const reason = 'é|`'.repeat(10_000);
    const all = certificate(Object.fromEntries(requirements.map((each) => [each.id, { outcome: 'failed', reason }])));
    const text = summary(all);
    expect(Buffer.byteLength(text)).toBeLessThan(1024 * 1024);
    expect(text.match(/^\| `/gm)).toHaveLength(100);
    expect(text).toContain(`… and ${requirements.length - 100} more: see the certificate`);
  });
});

describe('what a target has said', () => {
  const wild = [
    '<img src=x onerror=alert(1)> <!-- </table>',
    '| a | b | `code` **bold** _i_ ~~s~~',
    '[link](https://evil.example) ![i](https://evil.example/x.png) https://evil.example www.evil.example a@evil.example',
    'line\nbreak\r\n# heading\n\n- list \\| \\` &lt;b&gt; &amp; $x^2$ @user #1 \u001b[2J',
  ];

  test.each(wild)('is shown and does nothing: %j', (text) => {
    const html = marked.parse(`| a | b |\n| --- | --- |\n| ${escaped(text)} | end |\n`, { gfm: true, async: false });
    expect(html).not.toMatch(/<(?!\/?(?:table|thead|tbody|tr|th|td)\b)/);
    expect(html.match(/<td>/g)).toHaveLength(2);
    const shown = /<td>(.*)<\/td>\n<td>end/s
      .exec(html)?.[1]
      ?.replace(
        /&(lt|gt|amp|quot|#39);/g,
        (_, name: string) => ({ lt: '<', gt: '>', amp: '&', quot: '"' })[name] ?? "'",
      );
    expect(shown).toBe(text.replace(/[\s\p{Cc}]+/gu, ' ').trim());
  });

  test('is cut where it is long', () => {
    expect(escaped('x'.repeat(1_000))).toBe(`${'x'.repeat(300)}…`);
  });
});

test('an interrupted run is said to be one, without a sign that all is well', () => {
  const interrupted = { ...certificate(), verdict: 'conformant_in_scope', interrupted: true } as const;
  expect(summary(interrupted)).toMatch(/^## ⚠️ conformant in scope, interrupted\n/);
  expect(summary({ ...interrupted, verdict: 'nonconformant' })).toMatch(/^## ❌ nonconformant, interrupted\n/);
});

describe('the badge', () => {
  const totals = { passed: 300, failed: 2, blocked: 1, notExercised: 14 };
  const told = (xml: string) => new XMLParser({ ignoreAttributes: false }).parse(xml).svg.title as string;

  test('says verdict and numbers, as XML', () => {
    const svg = badge({ ...certificate(), verdict: 'nonconformant', totals });
    expect(XMLValidator.validate(svg)).toBe(true);
    expect(told(svg)).toBe('conformance: nonconformant · 2 failed, 1 blocked, 300 of 317 passed');
    const clean = { passed: 317, failed: 0, blocked: 0, notExercised: 0 };
    const interrupted = badge({ ...certificate(), verdict: 'conformant_in_scope', totals: clean, interrupted: true });
    expect(told(interrupted)).toMatch(/^conformance: conformant in scope, interrupted · /);
    const colours = (xml: string) => xml.match(/fill="#\w+"/g);
    const inconclusive = badge({ ...certificate(), verdict: 'inconclusive', totals: clean, interrupted: true });
    expect(colours(interrupted)).toEqual(colours(inconclusive));
    expect(told(badge({ ...certificate(), verdict: 'conformant', totals: clean }))).toBe(
      'conformance: conformant · 317 of 317 passed',
    );
  });

  test('is no other for a baseline', () => {
    expect(badge(knowing('holds', failed()))).toBe(badge(failed()));
  });
});
