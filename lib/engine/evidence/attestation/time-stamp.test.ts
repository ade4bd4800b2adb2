import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crypto } from '@sigstore/core';
import { initializeTSA, tsaHandler } from '@sigstore/mock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Services, startServices } from './services.support.ts';
import { NotStamped, timeStampOf } from './time-stamp.ts';
import { readToken, tokenIn } from './token.ts';

let services: Services;
beforeAll(async () => {
  services = await startServices();
});
afterAll(() => services.stop());

const scratch = mkdtempSync(join(tmpdir(), 'time-stamp-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const data = Buffer.from('a signature');

describe('a time stamp', () => {
  test('is of what was sent', async () => {
    const stamp = readToken(await timeStampOf(data, services.stamps.right));
    expect(() => stamp.tstInfo.verify(data)).not.toThrow();
    expect(() => stamp.tstInfo.verify(Buffer.from('another'))).toThrow();
  });

  // RFC 3161, 2.4.2: a fraction of any length, without trailing zeros.
  test.each(['000', '007', '490', '500'])('tells its time to the millisecond: .%s', async (fraction) => {
    const at = `2026-01-31T23:59:59.${fraction}Z`;
    const tsa = await initializeTSA(generateKeyPairSync('ec', { namedCurve: 'prime256v1' }), new Date(at));
    const answer = await tsaHandler(tsa).fn(JSON.stringify({ artifactHash: 'AAAA', hashAlgorithm: 'sha256' }));
    if (typeof answer.response === 'string') throw new Error(answer.response);
    expect(readToken(tokenIn(Buffer.from(answer.response.buffer))).signingTime.toISOString()).toBe(at);
  });

  test.each([
    ['ofSomethingElse', 'it stamped something else than it was asked to'],
    ['refused', 'it answered with 503'],
    ['noStamp', 'its answer is no time stamp of RFC 3161'],
    ['silent', 'no answer within 0.2 s'],
  ] as const)('that is %s is none: %s', async (which, why) => {
    const failed = timeStampOf(data, services.stamps[which], which === 'silent' ? 200 : undefined);
    await expect(failed).rejects.toThrow(new NotStamped(`no time stamp from ${services.url}: ${why}`));
  });

  test('of an authority that nobody reaches is none', async () => {
    await expect(timeStampOf(data, new URL('http://127.0.0.1:1/'))).rejects.toThrow(
      /^no time stamp from http:\/\/127\.0\.0\.1:1: \S/,
    );
  });
});

describe('by openssl, as an authority of its own', () => {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: scratch, stdio: 'ignore' });
  const asked: { type: string | undefined; query: Buffer }[] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    asked.push({ type: request.headers['content-type'], query: Buffer.concat(pieces) });
    writeFileSync(join(scratch, 'query'), Buffer.concat(pieces));
    openssl('ts', '-reply', '-config', `${request.url?.slice(1)}.cnf`, '-queryfile', 'query', '-out', 'reply');
    response.setHeader('content-type', 'application/timestamp-reply');
    response.end(readFileSync(join(scratch, 'reply')));
  });
  let url: string;

  beforeAll(async () => {
    writeFileSync(join(scratch, 'serial'), '01\n');
    for (const [name, digest, ...kind] of [
      ['ec', 'sha384', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
      ['rsa', 'sha256', 'rsa:2048'],
      ['rsa-512', 'sha512', 'rsa:2048'],
    ]) {
      const usage = ['-addext', 'extendedKeyUsage=critical,timeStamping'];
      openssl(
        'req',
        '-x509',
        '-newkey',
        ...kind,
        '-nodes',
        '-keyout',
        `${name}.key`,
        '-out',
        `${name}.pem`,
        '-subj',
        '/CN=tsa',
        ...usage,
      );
      const settings = [
        'serial = serial',
        `signer_cert = ${name}.pem`,
        `signer_key = ${name}.key`,
        'default_policy = 1.2.3.4',
      ];
      writeFileSync(
        join(scratch, `${name}.cnf`),
        ['[tsa]', 'default_tsa = own', '[own]', ...settings, 'digests = sha256', `signer_digest = ${digest}`, ''].join(
          '\n',
        ),
      );
    }
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }, 60_000);
  afterAll(() => void server.close());

  test.each(['ec', 'rsa'])('%s: it understands what is asked, and its answer holds', async (name) => {
    const token = readToken(await timeStampOf(data, new URL(`/${name}`, url)));
    const key = new X509Certificate(readFileSync(join(scratch, `${name}.pem`))).publicKey;
    const der = key.export({ type: 'spki', format: 'der' });
    expect(() => token.verify(data, crypto.createPublicKey(der))).not.toThrow();
    expect(() => token.verify(Buffer.from('another'), crypto.createPublicKey(der))).toThrow();
    expect(asked.at(-1)?.type).toBe('application/timestamp-query');
  });

  test('what could not be verified later is told at once', async () => {
    await expect(timeStampOf(data, new URL('/rsa-512', url))).rejects.toThrow(/algorithm that is not supported: ECDSA/);
  });
});
