import { describe, expect, test } from 'vitest';
import { kobo } from '../../interface/actors/kobo.ts';
import { check } from '../../interface/checks.ts';
import { type CheckContext, shared } from '../../interface/context.ts';
import { answering } from '../../interface/control/answering.support.ts';
import { openRun, target } from '../../interface/testing.support.ts';
import type { CheckResult } from './check-result.ts';
import { takeDefinitions } from './define.ts';
import { runCheck } from './run-check.ts';
import { condensed, include, newEvidence, type Part, recorder, step, telling } from './step-log.ts';

/** The step log as indented lines. */
function lines(parts: readonly Part[], indent = ''): string[] {
  return parts.flatMap((part) => {
    if ('exchange' in part) return [`${indent}exchange`];
    if ('delivery' in part) return [`${indent}delivery ${part.delivery}`];
    if ('page' in part) return [`${indent}page ${part.page}`];
    return [`${indent}${part.words}${part.worked ? '' : ' (failed)'}`, ...lines(part.parts, `${indent}  `)];
  });
}

async function told(...checks: ((context: CheckContext) => Promise<void>)[]): Promise<CheckResult[]> {
  const server = await answering(({ path }) =>
    path.endsWith('/checkouts') ? [201, { id: 'c', status: 'pending', checkoutUrl: 'http://127.0.0.1:9/' }] : [200, {}],
  );
  for (const body of checks) check('checkout.created', 'a check', body);
  const run = await openRun({ baseUrl: server.url });
  const signal = new AbortController().signal;
  return await Promise.all(takeDefinitions().map((definition) => runCheck(run, definition, 0, 'f', signal)));
}

describe('the step log of a check', () => {
  test('tells what was asked for and what came, with the exchanges inside the steps', async () => {
    const [result] = await told(async ({ merchant, note }) => {
      await merchant.createCheckout({ amount: 5_000, description: undefined }, { idempotencyKey: 'k-1' });
      note('so far so good');
      await merchant.api.getBalance();
    });
    expect(lines(result?.stepLog ?? [])).toEqual([
      'the merchant creates a checkout of 5,000 kobo, no description, the idempotency key k-1 → 201, status pending',
      '  exchange',
      'so far so good',
      'exchange',
    ]);
    expect(result?.stepLog[0]).toMatchObject({ startedAt: expect.any(Number), durationMs: expect.any(Number) });
  });

  test('keeps the exchanges of steps that run at once apart', async () => {
    const [result] = await told(async ({ merchant }) => {
      await Promise.all([merchant.createCheckout({ amount: 1 }), merchant.createCheckout({ amount: 2 })]);
    });
    const [one, two] = result?.stepLog ?? [];
    const bodies = [one, two].flatMap((part) =>
      part !== undefined && 'words' in part
        ? part.parts.flatMap((inner) =>
            'exchange' in inner ? result?.exchanges.find(({ id }) => id === inner.exchange)?.request.body : [],
          )
        : [],
    );
    expect(bodies.map((body) => JSON.parse(body ?? '{}').amount)).toEqual([1, 2]);
  });

  test('says which step failed', async () => {
    const [result] = await told(async ({ merchant, buyer }) => {
      await buyer.fails(merchant, await merchant.checkout({ reference: 'r-1' }));
    });
    expect(lines(result?.stepLog ?? []).at(-1)).toBe('the payment of the checkout r-1 fails (failed)');
  });

  test('hides secrets', async () => {
    const [result] = await told(async ({ note, merchant }) => {
      note(`the key is ${target.merchant.apiKey}`);
      await merchant.createCheckout({ description: target.merchant.apiKey });
    });
    expect(JSON.stringify(result?.stepLog)).not.toContain(target.merchant.apiKey);
    expect(JSON.stringify(result?.stepLog)).toContain('$TARGET_API_KEY');
  });

  test('has a shared preparation in it, once, and what a check does with its merchant is told of that check', async () => {
    const balance = shared('a balance', [], async ({ merchant }) => {
      await merchant.api.getBalance();
      return merchant;
    });
    const both = await told(
      async (context) => {
        await balance(context);
        await (await balance(context)).createCheckout({ reference: 'r-1' });
      },
      async (context) => void (await balance(context)),
    );
    const preparation = ['a balance (made once, for all checks that look at it)', '  exchange'];
    expect(both.map(({ stepLog }) => lines(stepLog))).toEqual([
      [
        ...preparation,
        'the merchant creates a checkout of 5,000 kobo, reference r-1 → 201, status pending',
        '  exchange',
      ],
      preparation,
    ]);
    expect(both.map(({ exchanges }) => exchanges.length)).toEqual([2, 1]);
  });
});

test('pages are found again in a step log that has others of its own', async () => {
  const screenshot = (name: string) => ({ name, at: 0, png: '' });
  const evidence = newEvidence();
  await telling(evidence, () => step('a step', async () => recorder(newEvidence()).screenshot(screenshot('a'))));
  expect(lines(evidence.stepLog)).toEqual(['a step', '  page 0']);
  const own = newEvidence();
  own.screenshots.push(screenshot('b'));
  include(own, 'shared', evidence);
  expect(lines(own.stepLog).at(-1)).toBe('    page 1');
  expect(own.screenshots[1]).toEqual(screenshot('a'));
});

test('the same step again and again is told once', () => {
  const wait = { words: '3 s pass', startedAt: 0, durationMs: 2, worked: true, parts: [] };
  const asked = { ...wait, parts: [{ exchange: 1 }] };
  expect(lines(condensed([wait, wait, wait, { exchange: 1 }, wait, asked, asked]))).toEqual([
    '3 s pass (3 times)',
    'exchange',
    '3 s pass',
    '3 s pass',
    '  exchange',
    '3 s pass',
    '  exchange',
  ]);
  expect(condensed([wait, wait])).toMatchObject([{ durationMs: 4 }]);
});

test.each([
  [2_000_000_000, '2,000,000,000 kobo'],
  [100.5, 'the amount 100.5'],
  ['5000', 'the amount 5000'],
  [null, 'the amount null'],
  [undefined, 'no amount'],
])('an amount of %j is %s', (amount, words) => {
  expect(kobo(amount)).toBe(words);
});
