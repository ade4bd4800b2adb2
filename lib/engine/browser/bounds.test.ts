import { describe, expect, test } from 'vitest';
import { type AllowedAddresses, Bounds } from './bounds.ts';

const reach: AllowedAddresses = {
  page: new URL('https://198.51.100.7:8443/pay/1'),
  shop: new URL('http://198.51.100.9/return'),
  targets: ['https://203.0.113.5/api'],
  named: [],
};
const of = (more: Partial<AllowedAddresses>) => new Bounds({ ...reach, ...more });
const here = { page: new URL('http://127.0.0.1:3000/pay'), targets: ['http://localhost:4000'] };

describe('may be called', () => {
  test.each([
    ['the target, at any port where its address is public', of({}), '203.0.113.5', 443],
    ['the host of the page', of({}), '198.51.100.7', 8443],
    ['a target of this machine', of(here), '127.0.0.1', 4000],
    ['its page at another port', of(here), '127.0.0.1', 3000],
    ['what is named, wherever it is', of({ named: ['10.1.2.3'] }), '10.1.2.3', 99],
    ['what is named with its port', of({ named: ['10.1.2.3:99'] }), '10.1.2.3', 99],
    ['a target in a private network', of({ targets: ['http://10.1.2.3:80'] }), '10.1.2.3', 80],
  ])('%s', async (_, bounds, host, port) => {
    expect(await bounds.addresses(host, port)).toContain(host);
  });
});

describe('may not be called', () => {
  test.each([
    ['anybody else', of({}), '192.0.2.1', 443],
    ['the shop', of({ named: ['198.51.100.9'] }), '198.51.100.9', 80],
    ['another port of a target of this machine', of(here), '127.0.0.1', 5432],
    ['the same by name', of(here), 'localhost', 5432],
    ['a page on this machine, of a target elsewhere', of({ page: here.page }), '127.0.0.1', 3000],
    ['a page on the link', of({ page: new URL('http://169.254.169.254/') }), '169.254.169.254', 80],
    ['a page at an IPv4 address in an IPv6 one', of({ page: new URL('http://[::ffff:a00:1]/') }), '[::ffff:a00:1]', 80],
    ['another port than the one that is named', of({ named: ['10.1.2.3:99'] }), '10.1.2.3', 98],
    ['another port of a target in a private network', of({ targets: ['http://10.1.2.3:80'] }), '10.1.2.3', 81],
  ])('%s', async (_, bounds, host, port) => {
    await expect(bounds.addresses(host, port)).rejects.toThrow(/not the target's|nor the target's own/);
  });
});

test('by the name alone: what is made in the page needs nobody, other schemes are nobody', () => {
  const bounds = of({});
  for (const url of ['data:,x', 'blob:https://x/1', 'about:blank', 'https://203.0.113.5/', 'wss://203.0.113.5/'])
    expect(bounds.classify(url), url).toBe('known');
  for (const url of ['file:///etc/passwd', 'ftp://203.0.113.5/', 'chrome://version', 'https://192.0.2.1/'])
    expect(bounds.classify(url), url).toBe('elsewhere');
  expect(bounds.classify('http://198.51.100.9/return?ok')).toBe('shop');
});
