import { describe, expect, it } from 'vitest';
import { sign, verify } from './signature.ts';

// Known answers were computed with Python's hmac module; those of the empty and the non-ASCII body also with openssl.
const SECRET = 'whsec_test_1';
const KNOWN = [
  {
    name: 'an ordinary payload',
    secret: SECRET,
    body: '{"id":"evt_1","event":"payment.succeeded","reference":"order-1","amountMinor":150000,"currency":"NGN","occurredAt":"2026-11-20T10:00:00Z"}',
    timestamp: '1795168800',
    v1: '2d69b80bc368e9c2fe0dc1449b6c14a44203ca924f1c276b1e7043b24c5526f5',
    v2: 'c90578415937e0ca96a9c64e0d0bc0d30c29dfd2142ce47bbb41a1690602a9c4',
  },
  {
    name: 'an empty body',
    secret: SECRET,
    body: '',
    timestamp: '1795168800',
    v1: '613eef55b8183675b83b016f30e001e09d5dc7950381cc5c54091d561bfdfff5',
    v2: '412446c325ea9509c7493f1f5591e7db689de706cb5dbcd2c98b06e817166cf5',
  },
  {
    name: 'text beyond ASCII',
    secret: SECRET,
    body: '{"id":"evt_2","walletName":"Adé Òkè ₦ 😀"}',
    timestamp: '1795168801',
    v1: 'f8d59df34c2a51c4433dfa106fc6e7edb2d4a179abae57748731fe0756fc67c4',
    v2: '82c65258729ced5aab38d4673b51f36bf133c19f9fa3ef343efb097d33cbda3f',
  },
  {
    name: 'escaped slashes and an unusual number',
    secret: SECRET,
    body: '{"id":"evt_3","url":"https:\\/\\/shop.example\\/a","amountMinor":1.5e3}',
    timestamp: '1795168802',
    v1: 'fb1464b64517c0191d0b6f144466867f537012ca55b40bcb788bb52273070372',
    v2: '72e2d89f1e7abd7d43c068eef172654dfffa5b61337844ac8574e7180183f6dc',
  },
  {
    name: 'a secret beyond ASCII and leading zeros in the timestamp',
    secret: 'clé₦',
    body: '{"id":"evt_4"}',
    timestamp: '0001795168803',
    v1: 'b5bbd377b40d232da454c84931547ee2e69f109461595563e6c7b21031e9ed8f',
    v2: '3eaef3858828b1dc94aca108f05556f591f78a420019ab92ff125041cd6088a4',
  },
];

function signed(body: string, secret = SECRET, timestamp = '1795168800') {
  const bytes = Buffer.from(body);
  const { v1, v2 } = sign(bytes, secret, timestamp);
  const headers: Record<string, string> = {
    'x-service-signature': v1,
    'x-service-timestamp': timestamp,
    'x-service-signature-v2': v2,
  };
  return { headers, body: bytes };
}

describe('sign', () => {
  it.each(KNOWN)('gives the known answers for $name', ({ body, secret, timestamp, v1, v2 }) => {
    expect(sign(Buffer.from(body), secret, timestamp)).toEqual({ v1, v2 });
  });

  it('hashes a secret longer than a block first', () => {
    const key = '₦'.repeat(50);
    expect(sign(Buffer.from('Test'), key, '1').v1).toBe(
      '059da43c47df89271496ff437638b4f1fd733fbeec78a5c8dadb2674d9830972',
    );
  });

  it('is right for a secret of exactly one block and one byte more', () => {
    expect(sign(Buffer.from('x'), 'k'.repeat(64), '1').v1).toBe(
      'f91c4c403625fb06910ef93999265bbd2d62baeaec6ff36455498cc124fe3e66',
    );
    expect(sign(Buffer.from('x'), 'k'.repeat(65), '1').v1).toBe(
      '75092ca3ee2b307470c227697b42b3e65376aa3bae98fb5a1f7b7536daa9588a',
    );
  });
});

describe('verify', () => {
  it.each(KNOWN)('accepts $name', ({ body, secret, timestamp, v1, v2 }) => {
    const headers = { 'x-service-signature': v1, 'x-service-timestamp': timestamp, 'x-service-signature-v2': v2 };
    const found = verify({ headers, body: Buffer.from(body) }, secret);
    expect(found).toEqual({ v1: 'valid', v2: 'valid', timestamp: Number(timestamp), valid: true, problems: [] });
  });

  it('sees a body that was serialised again', () => {
    const delivery = { ...signed('{"a":"\\/"}'), body: Buffer.from('{"a":"/"}') };
    expect(verify(delivery, SECRET)).toMatchObject({ v1: 'wrong', v2: 'wrong', valid: false });
  });

  it('calls upper case malformed, and so other lengths, prefixes and base64', () => {
    const delivery = signed('{}');
    const v1 = delivery.headers['x-service-signature'] ?? '';
    for (const other of [v1.toUpperCase(), v1.slice(1), `${v1}0`, `sha256=${v1}`, '', `${v1}\n`, 'Z'.repeat(64)]) {
      const headers = { ...delivery.headers, 'x-service-signature': other };
      expect(verify({ ...delivery, headers }, SECRET)).toMatchObject({ v1: 'malformed', v2: 'valid', valid: false });
    }
  });

  it('tells what is missing', () => {
    const found = verify({ headers: {}, body: Buffer.from('{}') }, SECRET);
    expect(found).toMatchObject({ v1: 'missing', v2: 'missing', timestamp: null, valid: false });
    expect(found.problems).toHaveLength(3);
  });

  it('judges v2 by the timestamp text as it was sent', () => {
    const delivery = signed('{}', SECRET, '1795168800.5');
    expect(verify(delivery, SECRET)).toMatchObject({ v1: 'valid', v2: 'valid', timestamp: null, valid: false });
    const later = { ...delivery.headers, 'x-service-timestamp': '1795168801.5' };
    expect(verify({ ...delivery, headers: later }, SECRET)).toMatchObject({ v1: 'valid', v2: 'wrong' });
  });

  it('cannot accept v2 without a timestamp', () => {
    const delivery = signed('{}');
    delete delivery.headers['x-service-timestamp'];
    expect(verify(delivery, SECRET)).toMatchObject({ v1: 'valid', v2: 'wrong', timestamp: null, valid: false });
  });

  it('never shows the secret nor the signature that was expected', () => {
    const { headers } = signed('{}', 'another secret');
    const body = Buffer.from('{}');
    const expected = sign(body, SECRET, '1795168800');
    const text = verify({ headers, body }, SECRET).problems.join('\n');
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain(expected.v1);
    expect(text).not.toContain(expected.v2);
    expect(text).toContain('x-service-signature-v2 does not match');
  });
});
