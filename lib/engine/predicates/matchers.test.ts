import '../../interface/wire/schemas.ts';
import { describe, expect as plainly, test } from 'vitest';
import { answered } from '../../interface/testing.support.ts';
import type { Exchange } from '../http/index.ts';
import { expect, recordExpectations } from './expect.ts';
import { header } from './trace.ts';

/** The message of an expectation that does not hold; 'accepted' if it holds. */
function told(attempt: () => void): string {
  try {
    attempt();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'accepted';
}

const refusal = (code: unknown, message: unknown = 'why') => ({ error: { code, message } });
const accepted = 'accepted';

describe('toHaveStatus', () => {
  test('takes that status alone', () => {
    plainly(told(() => expect(answered(201)).toHaveStatus(201))).toBe(accepted);
    plainly(told(() => expect(answered(200)).toHaveStatus(201))).toBe('expected status 201, got 200');
    plainly(told(() => expect(answered(201)).not.toHaveStatus(201))).not.toBe(accepted);
  });

  test('shows what came, but not without end', () => {
    plainly(told(() => expect(answered(500, '<html>'.repeat(1_000))).toHaveStatus(201))).toMatch(/^.{300,400}…$/);
  });
});

describe('toBeRefusedWith', () => {
  const check = (exchange: ReturnType<typeof answered>) =>
    told(() => expect(exchange).toBeRefusedWith(422, 'refund_exceeds_paid'));

  test('takes that status with that code', () => {
    plainly(check(answered(422, refusal('refund_exceeds_paid')))).toBe(accepted);
    plainly(check(answered(422, { ...refusal('refund_exceeds_paid'), more: 1 }))).toBe(accepted);
  });

  test.each([
    ['another status', answered(409, refusal('refund_exceeds_paid'))],
    ['another code', answered(422, refusal('payment_not_paid'))],
    ['no code', answered(422, { error: { message: 'why' } })],
    ['the code as error', answered(422, { error: 'refund_exceeds_paid' })],
    ['the code beside error', answered(422, { code: 'refund_exceeds_paid' })],
    ['no body', answered(422)],
    ['HTML', answered(422, '<p>refund_exceeds_paid')],
    ['a success', answered(201, { status: 'pending' })],
  ])('rejects %s', (_, exchange) => {
    plainly(check(exchange)).toMatch(/^expected a refusal with 422 refund_exceeds_paid, got \d/);
  });

  test('.not rejects what it would take', () => {
    const exchange = answered(422, refusal('refund_exceeds_paid'));
    plainly(told(() => expect(exchange).not.toBeRefusedWith(422, 'refund_exceeds_paid'))).not.toBe(accepted);
    plainly(told(() => expect(exchange).not.toBeRefusedWith(409, 'payment_not_paid'))).toBe(accepted);
  });
});

describe('refusals that are as they had to be', () => {
  test('are remembered, whatever their message is: their shape is looked at together', () => {
    const refusals: Exchange[] = [];
    const [right, nameless, wrong] = [refusal('no', 'why'), refusal('no', 5), refusal('other')].map((json) =>
      answered(409, json),
    );
    recordExpectations({ predicates: [], refusals }, () => {
      for (const each of [right, nameless, wrong]) told(() => expect(each).toBeRefusedWith(409, 'no'));
      told(() => expect(wrong).not.toBeRefusedWith(409, 'no'));
    });
    plainly(refusals).toEqual([right, nameless]);
  });
});

describe('toBeRefused', () => {
  test.each([400, 401, 404, 429, 499])('takes %d', (status) => {
    plainly(told(() => expect(answered(status)).toBeRefused())).toBe(accepted);
    plainly(told(() => expect(answered(status)).not.toBeRefused())).not.toBe(accepted);
  });
  test.each([200, 201, 204, 302, 399, 500, 501, 503])('rejects %d', (status) => {
    plainly(told(() => expect(answered(status)).toBeRefused())).toMatch(/^expected a refusal/);
  });
  test('takes 501 in the error shape, and no other 5xx', () => {
    plainly(told(() => expect(answered(501, refusal('not_implemented'))).toBeRefused())).toBe(accepted);
    plainly(told(() => expect(answered(500, refusal('internal'))).toBeRefused())).toMatch(/^expected a refusal/);
  });
});

describe('toHaveErrorShape', () => {
  test.each([
    ['code and message', refusal('a', 'b')],
    ['more fields', { error: { code: 'a', message: 'b', details: [] }, id: 1 }],
  ])('takes %s', (_, body) => {
    plainly(told(() => expect(answered(400, body)).toHaveErrorShape())).toBe(accepted);
    plainly(told(() => expect(answered(400, body)).not.toHaveErrorShape())).not.toBe(accepted);
  });
  test.each([
    ['no body', undefined],
    ['HTML', '<html>'],
    ['a list', [refusal('a')]],
    ['null', null],
    ['no message', { error: { code: 'a' } }],
    ['no code', { error: { message: 'b' } }],
    ['a number as code', refusal(400)],
    ['null as message', refusal('a', null)],
    ['error as text', { error: 'a' }],
    ['another wrapping', { errors: [{ code: 'a', message: 'b' }] }],
  ])('rejects %s', (_, body) => {
    plainly(told(() => expect(answered(400, body)).toHaveErrorShape())).toMatch(/^expected a body \{ error/);
  });
});

describe('toHaveField', () => {
  const exchange = answered(200, {
    amount: 5_000,
    customer: { email: 'a@example.com' },
    metadata: { a: [1] },
    none: null,
  });

  test('takes an equal value, deep inside too', () => {
    expect(exchange).toHaveField('amount', 5_000);
    expect(exchange).toHaveField('customer.email', 'a@example.com');
    expect(exchange).toHaveField('metadata', { a: [1] });
    expect(exchange).toHaveField('none', null);
    expect(exchange).toHaveField('missing', undefined);
    expect(exchange).not.toHaveField('amount', 5_001);
  });

  test.each([
    ['another value', 'amount', 5_001],
    ['another type', 'amount', '5000'],
    ['a missing field', 'currency', 'NGN'],
    ['a missing parent', 'seller.walletId', '1'],
    ['part of an object', 'metadata', { a: [1], b: 2 }],
    ['null for nothing', 'missing', null],
    ['nothing for null', 'none', undefined],
  ])('rejects %s', (_, path, value) => {
    plainly(told(() => expect(exchange).toHaveField(path, value))).toMatch(
      new RegExp(`^expected ${path} to be .*, got .* in 200 \\{`),
    );
  });

  test('.not says what must not be, rather than what it got instead', () => {
    plainly(told(() => expect(exchange).not.toHaveField('amount', 5_000))).toMatch(
      /^expected amount not to be 5000, got it in 200 \{/,
    );
  });

  test('rejects any field of a body that is not JSON', () => {
    plainly(told(() => expect(answered(200, '<html>')).toHaveField('amount', 5_000))).toContain(
      'got nothing in 200 <html>',
    );
  });
});

describe('toFit', () => {
  const balance = { availableMinor: 1, heldMinor: 0, currency: 'NGN' };

  test('takes what the contract says, unknown fields too', () => {
    expect({ ...balance, more: true }).toFit('walletBalance');
    expect(answered(200, balance)).toFit('walletBalance');
    plainly(told(() => expect(balance).not.toFit('walletBalance'))).toContain('not to fit');
  });

  test.each([[undefined], [null], [[]], ['text'], [{ ...balance, heldMinor: 1.5 }], [{ availableMinor: 1 }]])(
    'rejects %j',
    (value) => {
      plainly(told(() => expect(value).toFit('walletBalance'))).not.toBe(accepted);
      expect(value).not.toFit('walletBalance');
    },
  );

  test('looks at the named fields alone', () => {
    expect({ currency: 'NGN' }).toFit('walletBalance', 'currency');
    expect({ currency: 1 }).not.toFit('walletBalance', 'currency');
  });

  test('says which field', () => {
    plainly(told(() => expect({ ...balance, currency: 1 }).toFit('walletBalance'))).toMatch(/currency: .*string/);
    plainly(told(() => expect([]).toFit('walletBalance'))).toMatch(/^\[\]: the body: .*object/);
  });

  test('names the answer that has no JSON body', () => {
    const broken = { ...answered(500, undefined), text: 'not implemented' };
    plainly(told(() => expect(broken).toFit('walletBalance', 'currency'))).toBe(
      'expected a JSON body with currency of walletBalance, got 500 not implemented',
    );
  });
});

describe('toBeDateTime', () => {
  test.each(['2026-11-20T14:30:00Z', '2026-11-20T14:30:00.123456Z', '2026-11-20T15:30:00+01:00'])(
    'takes %s',
    (text) => {
      expect(text).toBeDateTime();
      plainly(told(() => expect(text).not.toBeDateTime())).not.toBe(accepted);
    },
  );
  test.each([
    ['no zone', '2026-11-20T14:30:00'],
    ['a date alone', '2026-11-20'],
    ['seconds', 1_795_000_000],
    ['seconds as text', '1795000000'],
    ['the way of mail', 'Fri, 20 Nov 2026 14:30:00 GMT'],
    ['a day that is none', '2026-02-30T00:00:00Z'],
    ['null', null],
    ['nothing', undefined],
  ])('rejects %s', (_, value) => {
    plainly(told(() => expect(value).toBeDateTime())).toMatch(/^expected an ISO 8601 date-time with a zone, got /);
  });
});

describe('toReplay', () => {
  const original = answered(201, { id: 'a', amount: 1 });
  const replayed = { headers: { 'idempotent-replayed': 'true' } };

  test('takes the same status and body with the header, however the body is spelled', () => {
    expect(answered(201, { amount: 1, id: 'a' }, replayed)).toReplay(original);
    plainly(told(() => expect(answered(201, original.json, replayed)).not.toReplay(original))).not.toBe(accepted);
  });

  test.each([
    ['no header', answered(201, original.json), 'Idempotent-Replayed: (missing)'],
    [
      'another header',
      answered(201, original.json, { headers: { 'idempotent-replayed': 'false' } }),
      'Idempotent-Replayed: false',
    ],
    ['another status', answered(200, original.json, replayed), 'status 200 instead of 201'],
    ['another body', answered(201, { id: 'b', amount: 1 }, replayed), 'the body {"id":"b"'],
    ['a field more', answered(201, { id: 'a', amount: 1, b: 2 }, replayed), 'the body'],
    ['no body', answered(201, undefined, replayed), 'the body'],
  ])('rejects %s', (_, exchange, words) => {
    plainly(told(() => expect(exchange).toReplay(original))).toContain(words);
  });
});

describe('a header', () => {
  const answer = answered(200, {}, { headers: { 'content-type': 'text/html' } });

  test('is named in the message, also where it is missing', () => {
    expect(header(answer, 'content-type')).toBe('text/html');
    plainly(told(() => expect(header(answer, 'content-type')).toMatch(/json/))).toBe(
      'Content-Type: expected "text/html" to match /json/',
    );
    plainly(told(() => expect(header(answer, 'idempotent-replayed'), 'the second').toBe('true'))).toBe(
      'the second: Idempotent-Replayed: expected it to be "true", but there is none',
    );
    plainly(told(() => expect(header(answer, 'idempotent-replayed')).not.toBe('true'))).toBe(accepted);
  });
});
