import { expect, test } from 'vitest';
import { examineAddress, isGuessable, proposal } from './address.ts';
import { Report } from './report.ts';

test.each([
  ['/', true],
  ['/webhooks', true],
  ['/hooks/payments-sandbox', true],
  ['/hooks/merchant-2026-11', true],
  ['/WEBHOOKS/v1', true],
  ['/x7Qp', true],
  ['/6f1c2a9e-3b7d-4c58-9a01-d2e4f6b8c0a3', false],
  ['/hooks/m4Xq7Tz2Lp9Kd3Rv', false],
  ['/hooks?token=m4Xq7Tz2Lp9Kd3Rv', false],
])('%s can be guessed: %s', (path, guessable) => {
  expect(isGuessable(path)).toBe(guessable);
});

test('what is proposed cannot be guessed, and is another each time', () => {
  const proposals = Array.from({ length: 500 }, proposal);
  expect(proposals.filter((path) => isGuessable(`/${path}`))).toEqual([]);
  expect(new Set(proposals).size).toBe(500);
});

test.each([
  [null, 0, []],
  ['http://127.0.0.1:8787/hooks', 8787, []],
  ['http://localhost:8787/', 8787, []],
  ['http://[::1]:8787/', 8787, []],
  ['https://hooks.example.com/', 8787, ['! anybody can guess']],
  ['https://hooks.example.com/m4Xq7Tz2Lp9Kd3Rv', 8787, ['✓ https://hooks.example.com/m4Xq7Tz2Lp9Kd3Rv cannot']],
  ['https://hooks.example.com/m4Xq7Tz2Lp9Kd3Rv', 0, ['! CAPTURE_PUBLIC_URL is set, but CAPTURE_LISTEN', '✓ ']],
])('%s at port %s', (publicUrl, port, expected) => {
  const lines: string[] = [];
  const report = new Report(
    (text) => text,
    (line) => lines.push(line),
  );
  examineAddress(report, { publicUrl, host: '127.0.0.1', port });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are not looked at
  const plain = lines.map((line) => line.replace(/\u001b\[\d+m/g, '').replace(/^(.) address +/, '$1 '));
  const heads = plain.filter((line) => !line.includes('→'));
  expect(heads).toEqual(expected.map((head) => expect.stringMatching(new RegExp(`^${head.replace(/[.?]/g, '\\$&')}`))));
});
