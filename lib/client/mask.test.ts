import { describe, expect, it } from 'vitest';
import { createMask } from './mask.ts';

const key = 'svc_test_sk_"a/b+c d\\é';
const mask = createMask([{ label: 'TARGET_API_KEY', value: key }]);

describe('mask', () => {
  it.each([
    ['plain', key],
    ['percent-encoded', encodeURIComponent(key)],
    ['percent-encoded in lower case', encodeURIComponent(key).replace(/%../g, (code) => code.toLowerCase())],
    ['in JSON', JSON.stringify(key).slice(1, -1)],
    ['in JSON with escaped slashes', JSON.stringify(key).slice(1, -1).replaceAll('/', '\\/')],
    ['hexadecimal', Buffer.from(key).toString('hex')],
    ['hexadecimal in capitals', Buffer.from(key).toString('hex').toUpperCase()],
    ['base64', Buffer.from(key).toString('base64')],
    ['base64url', Buffer.from(key).toString('base64url')],
    ['bytes read as Latin-1', Buffer.from(key).toString('latin1')],
  ])('%s', (_name, spelling) => {
    expect(mask.text(`<${spelling}> and <${spelling}>`)).toBe('<$TARGET_API_KEY> and <$TARGET_API_KEY>');
  });

  it.each(['', 'a', 'ab', 'mch_test_12:'])('inside base64 after %j', (before) => {
    for (const after of ['', 'x', ':mch', ':mch_']) {
      const basic = Buffer.from(before + key + after).toString('base64');
      expect(mask.text(`Basic ${basic}`)).toBe('Basic $TARGET_API_KEY');
    }
  });

  it('returns the same text where there is no secret', () => {
    const text = '{"id":"c1","svc_test_sk":"_"}';
    expect(mask.text(text)).toBe(text);
  });

  it('tells secrets apart, also where one contains another', () => {
    const both = createMask([
      { label: 'SHORT', value: 'key-1' },
      { label: 'LONG', value: 'key-12' },
      { label: 'EMPTY', value: '' },
    ]);
    expect(both.text('key-12 key-1')).toBe('$LONG $SHORT');
  });

  it('takes a $ in a label literally', () => {
    expect(createMask([{ label: '&', value: 'secret' }]).text('a secret')).toBe('a $&');
  });

  it('masks the beginning of a secret where a text was cut off', () => {
    const cut = `{"seen":"${key.slice(0, 9)}`;
    expect(mask.text(cut)).toBe(cut);
    expect(mask.text(cut, true)).toBe('{"seen":"$TARGET_API_KEY');
    expect(mask.text('{"seen":"', true)).toBe('{"seen":"');
    expect(mask.text('', true)).toBe('');
  });
});
