import { expect, test } from 'vitest';
import type { ExchangeRecord } from '../../http/index.ts';
import { concurrent, overlapping } from './concurrent.ts';

const sent = (id: number, sentMono: number, durationMs: number) =>
  ({ id, startedAt: 0, sentMono, durationMs, response: { status: 201 } }) as ExchangeRecord;

test('of requests those that met another, each with its bar and its answer; what they ask is escaped', () => {
  const exchanges = [sent(1, 0, 10), sent(2, 20, 30), sent(3, 40, 5), sent(4, 50, 10)];
  const window = overlapping(exchanges);
  expect(window.map(({ id }) => id)).toEqual([2, 3]);
  const picture = concurrent(window, ({ id }) => `${id} <script>`);
  expect(picture.match(/>201</g)).toHaveLength(2);
  expect(picture).toContain('2 &lt;script&gt;');
  expect(picture).not.toContain('<script>');
});
