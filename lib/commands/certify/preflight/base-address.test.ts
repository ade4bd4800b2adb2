import { expect, test } from 'vitest';
import { directly } from '../../../engine/http/network/route.ts';
import { answering } from '../../../interface/control/answering.support.ts';
import { statusAt } from '../../../interface/target/probe-target.ts';
import { adviseAddress, slipIn } from './base-address.ts';

/** The advice given if the interface is below the path `is` of a server and `given` was set. */
async function advised(is: string, given: string, status = 401): Promise<string> {
  const server = await answering(({ path }) => [path === `${is}/v1/banks` ? status : 404]);
  const advice = await adviseAddress('TARGET_BASE_URL', `${server.url}${given}`, (url) => statusAt(url, directly));
  // No API key is sent to a guessed address.
  expect(server.asked.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
  return advice.replaceAll(server.url, 'HOST');
}

test.each([
  ['', '/v1', 'TARGET_BASE_URL=HOST (/v1 is appended)'],
  ['', '/v1/checkouts', 'TARGET_BASE_URL=HOST (/v1 is appended)'],
  ['/sandbox/api', '/sandbox/api/v1', 'TARGET_BASE_URL=HOST/sandbox/api (/v1 is appended)'],
  ['/sandbox', '/sandbox/console', 'TARGET_BASE_URL=HOST/sandbox (without /console the path is known)'],
  ['/api', '', 'TARGET_BASE_URL=HOST/api (there the path is known)'],
  ['/sandbox/api', '/sandbox', 'TARGET_BASE_URL=HOST/sandbox/api (there the path is known)'],
  [
    '/elsewhere',
    '/x',
    'is HOST/x/v1/checkouts the address of the checkouts? TARGET_BASE_URL is what stands before /v1',
  ],
])('it is at "%s", and "%s" was given: %s', async (is, given, advice) => {
  expect(await advised(is, given)).toBe(advice);
});

test('a server that asks for a key wherever it is asked says nothing of where the interface is', async () => {
  const server = await answering(() => [401]);
  const advice = await adviseAddress('TARGET_BASE_URL', `${server.url}/x`, (url) => statusAt(url, directly));
  expect(advice).toMatch(/^is http.*the address of the checkouts\?/);
});

test('a server that fails at a path does not know it', async () => {
  expect(await advised('/api', '', 500)).toMatch(/^is HOST/);
});

test.each([
  ['Bearer svc_test_sk_4f', /"Bearer"/],
  ['"svc_test_sk_4f"', /quotation marks/],
  ['svc_test_sk_...', /shortened or a placeholder/],
  ['svc_test_sk_4f****', /shortened or a placeholder/],
  ['<your key>', /shortened or a placeholder/],
  ['svc_test_sk_4f 9a', /blank/],
  ['svc_test_sk_4f9a', null],
  ['mch_test_Xx1', null],
])('a slip in %s: %s', (value, words) => {
  if (words === null) expect(slipIn(value)).toBeNull();
  else expect(slipIn(value)).toMatch(words);
});
