import { XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { delivery, HOSTILE } from '../../evidence/check-result.support.ts';
import { acceptance, retriedEvents, timeline } from './pictures.ts';

test('attempts of one event are put in order, duplicates kept; events that came once have no timeline', () => {
  const once = { ...delivery(9, 0, { kind: 'status', status: 200 }), reference: 'pay-2' };
  const unstamped = { ...delivery(8, 0, { kind: 'status', status: 200 }), headers: {} };
  const attempts = [
    delivery(2, 60, { kind: 'cut' }),
    delivery(1, 0, { kind: 'status', status: 500 }),
    delivery(3, 360, { kind: 'status', status: 204 }),
  ];
  expect(retriedEvents([...attempts, once, unstamped])).toEqual([
    {
      event: 'payout.succeeded',
      reference: 'pay-1',
      attempts: [
        { after: 0, answer: '500', acknowledged: false },
        { after: 60, answer: 'cut', acknowledged: false },
        { after: 360, answer: '204', acknowledged: true },
      ],
    },
  ]);
  const twiceAtOnce = [delivery(1, 0, { kind: 'hang' }), delivery(2, 0, { kind: 'hang' })];
  expect(retriedEvents(twiceAtOnce)).toEqual([]);
});

test('pictures are SVG, whatever a target has said', () => {
  const [event, reference] = [HOSTILE, HOSTILE].map((text) => text.replaceAll('\u0000', ''));
  const attempts = [
    { after: 0, answer: '500', acknowledged: false },
    { after: 52_560, answer: '200', acknowledged: true },
  ];
  const picture = timeline(event ?? '', reference ?? '', attempts);
  expect(XMLValidator.validate(picture)).toBe(true);
  expect(picture).not.toMatch(/<script|<img/);
  expect(picture).toContain('14 h 36 min');
});

test('the minute before a burst ends with the burst', () => {
  const bursts = [
    { at: 1_000, through: 100, refused: 0 },
    { at: 60_000, through: 20, refused: 80 },
    { at: 61_000, through: 0, refused: 10 },
  ];
  const picture = acceptance(bursts);
  expect(XMLValidator.validate(picture)).toBe(true);
  expect(picture).toContain('120 let through, 90 refused');
  const path = /<path d="([^"]+)"/.exec(picture)?.[1] ?? '';
  const heights = [...path.matchAll(/[ML][\d.]+,([\d.]+)/g)].map(([, height]) => Number(height));
  // 100, then 120 in the same minute, then only 20 of them; a smaller y is higher.
  expect([heights[2], heights[4]].map((height) => Math.sign((height ?? 0) - (heights[0] ?? 0)))).toEqual([-1, 1]);
});
