import type { Browser } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { attempt } from '../../../suites/support/attempts.ts';
import { PageError, PageTooSlow } from '../../engine/browser/page.ts';
import { directly } from '../../engine/http/network/route.ts';
import { readSettings } from '../target/settings.ts';
import { HostedPage } from './hosted-page.ts';

/** The tests use a browser that never answers one of its calls, as when a page keeps it busy. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const never = new Promise<never>(() => {});
const context = { on: () => context, route: async () => {}, newPage: () => never, close: () => never };
const browser = (newContext: () => Promise<unknown>) => ({ newContext }) as unknown as Browser;

const open = (stuck: Browser) =>
  HostedPage.open(
    stuck,
    { url: 'http://127.0.0.1:9/pay', goal: 'checkout', returnUrl: null, email: null },
    {
      targets: ['http://127.0.0.1:9'],
      named: [],
      settings: readSettings({}).pages,
      network: directly,
      pictures: true,
      inTurn: (work) => work(),
    },
  );

describe('a page ends in bounded time where the browser', () => {
  test.each([
    ['makes no context', browser(() => never), 'opens no page'],
    ['makes no page, and does not even close it', browser(async () => context), 'was not done with opening it'],
  ])('%s', async (_, stuck, words) => {
    const ended = open(stuck).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(120_000);
    const error = await ended;
    expect(error).toBeInstanceOf(PageTooSlow);
    expect(String(error)).toContain(`the checkout page http://127.0.0.1:9/pay: the browser ${words}`);
    await expect(attempt(Promise.reject(error)), 'whether such a page refuses was not seen').rejects.toBe(error);
  });
});

test('an attempt may be refused by a page, and by nothing that was not foreseen', async () => {
  const refusal = new PageError('no way to pay was found');
  await expect(attempt(Promise.reject(refusal))).resolves.toBe(refusal);
  await expect(attempt(Promise.resolve())).resolves.toBeNull();
  await expect(attempt(Promise.reject(new TypeError('a fault of the suite')))).rejects.toThrow('a fault of the suite');
});
