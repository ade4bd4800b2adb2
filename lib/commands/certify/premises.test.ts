import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { certify, type Ended, merchantAt } from './command.support.ts';

/**
 * Services that know nothing of the interface but keys, and answer everything alike. What passes there passes without its premise, except
 * where the one answer is what the interface demands.
 */

const open: Server[] = [];
afterAll(() => {
  for (const server of open) server.close();
});

/** Certifies a service that refuses other keys than its own, and answers all else so. */
async function dumb(answer: (method: string) => { status: number; json: unknown }): Promise<Ended> {
  let settings: Record<string, string> = {};
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const isOwn =
        request.headers.authorization === `Bearer ${settings.TARGET_API_KEY}` &&
        request.headers['x-merchant-id'] === settings.TARGET_MERCHANT_ID;
      const refusal = { status: 401, json: { error: { code: 'unauthorized', message: 'no' } } };
      const { status, json } = isOwn ? answer(request.method ?? '') : refusal;
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    });
  });
  open.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  settings = merchantAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const ran = await certify(['--seed', '3', '--max-wait', '1s'], settings);
  expect([ran.status, ran.certificate?.verdict], ran.stderr).toEqual([1, 'nonconformant']);
  return ran;
}

const passedIn = ({ certificate }: Ended) =>
  (certificate?.requirements ?? []).filter(({ outcome }) => outcome === 'passed');

/** What needs more than one answer shows: banks, ids, or records that hold what was sent. */
const neverShown = [
  'bank.has-code',
  'bank.codes-differ',
  'idempotency.cut-connection',
  'escrow.record-found',
  'payout.refused-creates-nothing',
  'checkout.description-longest',
  'payout.narration-longest',
  'refund.reason-longest',
  'checkout.reference-case',
  'idempotency.key-longest',
];

/** The statuses that a requirement names as those of an answer. */
const named = (statement: string) => statement.match(/\b(?:200|201|4\d\d)\b/g) ?? [];

const refusing = (status: number, code: string) => () => ({ status, json: { error: { code, message: 'no' } } });

test.concurrent.each([
  ['500', [], refusing(500, 'boom')],
  ['404', ['404'], refusing(404, 'not_found')],
  ['400', ['400'], refusing(400, 'invalid_request')],
  ['409', ['409'], refusing(409, 'duplicate_reference')],
  ['422', ['422'], refusing(422, 'unsupported_bank')],
] as const)(
  'of a service that answers %s to everything nothing passes that names another answer',
  async (_, given, answer) => {
    const passed = passedIn(await dumb(answer)).filter(({ id, statement }) => {
      const statuses = named(statement);
      const isNamed = statuses.length === 0 || statuses.some((status) => [...given, '401'].includes(status));
      return !isNamed || neverShown.includes(id);
    });
    expect(passed.map(({ id, statement }) => `${id}: ${statement}`)).toEqual([]);
  },
);

test('of a service that accepts everything with an empty object nothing passes that it cannot have shown', async () => {
  const passed = passedIn(await dumb((method) => ({ status: method === 'POST' ? 201 : 200, json: {} })));
  // Its status 201 is all that "is accepted" says; and it does refuse wrong credentials.
  const shown = ({ id, statement }: { id: string; statement: string }) =>
    (id.startsWith('auth.') || /\baccepted\b/.test(statement)) && !neverShown.includes(id);
  expect(passed.filter((each) => !shown(each)).map(({ id, statement }) => `${id}: ${statement}`)).toEqual([]);
});
