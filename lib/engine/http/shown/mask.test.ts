import { describe, expect, it } from 'vitest';
import { createMask, maskDeep } from './mask.ts';

const key = 'svc_test_sk_"a/b+c d\\é';
const mask = createMask([{ label: 'TARGET_API_KEY', value: key }]);

describe('mask', () => {
  it('finds a short secret where it stands alone, and not in a name that contains its characters by chance', () => {
    const mask = createMask([{ label: 'TARGET_CONTROL_TOKEN', value: 'ctl' }]);
    expect(mask.text('Bearer ctl, {"token":"ctl"}')).toBe(
      'Bearer $TARGET_CONTROL_TOKEN, {"token":"$TARGET_CONTROL_TOKEN"}',
    );
    expect(mask.text('shop26-25alji7j0tauyaavctl')).toBe('shop26-25alji7j0tauyaavctl');
  });

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
    ['percent-encoded throughout', Buffer.from(key).toString('hex').replace(/../g, '%$&')],
    ['percent-encoded throughout, in capitals', Buffer.from(key).toString('hex').toUpperCase().replace(/../g, '%$&')],
    ['in a form', new URLSearchParams({ a: key }).toString().slice(2)],
    ['in an address', encodeURI(key)],
    ['in JSON inside JSON', JSON.stringify(JSON.stringify(key)).slice(3, -3)],
    [
      'in JSON, escaped throughout',
      key.replace(/[\s\S]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ],
    ['in HTML', key.replaceAll('"', '&quot;')],
    ['in HTML by number', key.replaceAll('"', '&#34;')],
    ['bytes read as Latin-1', Buffer.from(key).toString('latin1')],
  ])('%s', (_name, spelling) => {
    expect(mask.text(`<${spelling}> and <${spelling}>`)).toBe('<$TARGET_API_KEY> and <$TARGET_API_KEY>');
  });

  it('of letters and digits alone', () => {
    const plain = 'whsec_Ab-9zQ';
    const hex = Buffer.from(plain).toString('hex');
    const units = plain.replace(/./g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
    const { text } = createMask([{ label: 'SECRET', value: plain }]);
    for (const spelling of [plain, hex, hex.toUpperCase(), hex.replace(/../g, '%$&'), units, btoa(plain)])
      expect(text(`<${spelling}>`)).toBe('<$SECRET>');
  });

  it.each(['', 'a', 'ab', 'mch_test_12:'])('inside base64 after %j', (before) => {
    for (const after of ['', 'x', ':mch', ':mch_']) {
      const basic = Buffer.from(before + key + after).toString('base64');
      expect(mask.text(`Basic ${basic}`)).toBe('Basic $TARGET_API_KEY');
    }
  });

  it('inside base64 of JSON', () => {
    const basic = Buffer.from(JSON.stringify({ merchant: 1, key })).toString('base64');
    expect(mask.text(`Basic ${basic}`)).toBe('Basic $TARGET_API_KEY');
  });

  it('in every text of plain JSON, names included', () => {
    const seen = { list: [key, 1, null], [key]: { inside: `<${key}>` } };
    expect(maskDeep(seen, mask)).toEqual({
      list: ['$TARGET_API_KEY', 1, null],
      $TARGET_API_KEY: { inside: '<$TARGET_API_KEY>' },
    });
  });

  it('under names that objects have of their own', () => {
    const mask = createMask([{ label: 'TARGET_API_KEY', value: 'svc_test_sk_1' }]);
    const said = (key: string) =>
      `{"__proto__":{"id":"${key}"},"constructor":{"prototype":"${key}"},"toString":"${key}"}`;
    expect(JSON.stringify(maskDeep(JSON.parse(said('svc_test_sk_1')), mask))).toBe(said('$TARGET_API_KEY'));
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

  it('finds one secret of very many, and of two that contain each other the longer one', () => {
    const secrets = Array.from({ length: 300 }, (_, at) => ({
      label: `KEY_${at}`,
      value: `svc_test_sk_${at}_${at * 7_919}`,
    }));
    const many = createMask([
      ...secrets,
      { label: 'LONG', value: `${secrets[211]?.value}0` },
      { label: 'PIN', value: '1x2' },
    ]);
    const inHex = Buffer.from('svc_test_sk_17_134623').toString('hex');
    expect(many.text(`<svc_test_sk_211_16709090><${inHex}><svc_test_sk_211_1670909><1x2><svc_test_sk_>`)).toBe(
      '<$LONG><$KEY_17><$KEY_211><$PIN><svc_test_sk_>',
    );
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
