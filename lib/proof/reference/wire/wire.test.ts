import { connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { bodies, startBench } from '../testing.ts';

const bench = await startBench();
afterAll(() => bench[Symbol.asyncDispose]());
const merchant = await bench.merchant();

/** Sends the bytes unchanged and returns what is received until the other side closes, or one complete answer has come. */
function raw(bytes: string): Promise<string> {
  const { hostname, port } = new URL(bench.service.sandboxUrl);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const done = () => {
      socket.destroy();
      resolve(answer);
    };
    socket.setEncoding('utf8');
    socket.on('data', (text) => {
      answer += text;
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      const length = /content-length: (\d+)/i.exec(head)?.[1];
      if (length !== undefined && body.length >= Number(length)) done();
    });
    socket.on('close', done).on('error', reject);
  });
}

const own = `Authorization: Bearer ${merchant.apiKey}\r\nX-Merchant-Id: ${merchant.id}\r\n`;

function post(body: string, headers: string): string {
  return `POST /v1/checkouts HTTP/1.1\r\nHost: x\r\n${own}Idempotency-Key: raw\r\n${headers}\r\n${body}`;
}

test.for<[string, string, number]>([
  ['no HTTP at all', 'what is this\r\n\r\n', 400],
  ['a control character in a header', 'GET /v1/banks HTTP/1.1\r\nHost: x\r\nA: \u0001\r\n\r\n', 400],
  ['headers without end', `GET /v1/banks HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ['no Host header', `GET /v1/banks HTTP/1.1\r\n${own}\r\n`, 200],
  ['a Host that is none', `GET /v1/banks HTTP/1.1\r\nHost: a b@/\r\n${own}\r\n`, 400],
  ['HTTP/1.0', `GET /v1/banks HTTP/1.0\r\n${own}\r\n`, 200],
  ['an absolute target', `GET http://x/v1/banks HTTP/1.1\r\nHost: x\r\n${own}\r\n`, 200],
  ['a strange method', `BREW /v1/banks HTTP/1.1\r\nHost: x\r\n\r\n`, 400],
  ['a method that is not offered', `PATCH /v1/banks HTTP/1.1\r\nHost: x\r\n\r\n`, 405],
  ['a path with broken escapes', `GET /v1/checkouts/%zz%ff HTTP/1.1\r\nHost: x\r\n${own}\r\n`, 404],
  ['a path that climbs', `GET /v1/../../etc/passwd HTTP/1.1\r\nHost: x\r\n${own}\r\n`, 404],
  ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['a body of another type', post('{}', 'Content-Type: text/plain\r\nContent-Length: 2\r\n'), 415],
  ['a body that is no JSON', post('{"a":', 'Content-Type: application/json\r\nContent-Length: 5\r\n'), 400],
  ['a body that is no object', post('null', 'Content-Type: application/json\r\nContent-Length: 4\r\n'), 400],
  [
    'a chunk size that is none',
    post('zz\r\n', 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n'),
    400,
  ],
  ['a body declared too large', post('', 'Content-Type: application/json\r\nContent-Length: 99999999\r\n'), 413],
  ['an expectation', post('', 'Expect: tea\r\nContent-Length: 0\r\n'), 417],
])('%s', async ([, bytes, status]) => {
  const answer = await raw(bytes);
  expect(answer.split('\r\n')[0]).toContain(` ${status} `);
  if (status !== 200) expect(answer).toMatch(/\r\n\r\n\{"error":\{"code":"[a-z_]+","message":"[^"]+/);
  expect(answer).toMatch(/\r\ndate: /i);
  expect(answer).not.toMatch(/\.ts|node_modules|\n *at /);
});

test('a body that is too large is refused, chunked or not, and the service goes on', async () => {
  const body = JSON.stringify(bodies.checkout({ description: 'x'.repeat(1_100_000) }));
  expect((await merchant.post('/v1/checkouts', body)).status).toBe(413);
  const chunk = `${(1_100_000).toString(16)}\r\n${'x'.repeat(1_100_000)}\r\n`;
  const answer = await raw(post(chunk, 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n'));
  expect(answer).toContain(' 413 ');
  expect(answer).toMatch(/connection: close/i);
  expect((await merchant.get('/v1/banks')).status).toBe(200);
});

test('bytes that are no UTF-8 are refused', async () => {
  const answer = await fetch(`${bench.service.sandboxUrl}/v1/checkouts`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${merchant.apiKey}`,
      'x-merchant-id': merchant.id,
      'idempotency-key': 'bytes',
      'content-type': 'application/json',
    },
    body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  });
  expect(answer.status).toBe(400);
});

test('Date follows the clock', async () => {
  await bench.advance(1_000_000);
  const { headers } = await merchant.get('/v1/banks');
  expect(Math.abs(Date.parse(String(headers.date)) - bench.clock.now())).toBeLessThan(2_000);
});
