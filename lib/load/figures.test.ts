import { expect, test } from 'vitest';
import { type Figure, figureNames, figuresInWords, figuresWith } from './figures.ts';

function figure(name: string, value: string, at: string, isMet = true): Figure {
  return { name, value, aim: 'all', isMet, sample: 'short forms', of: Number(value.split(' of ')[1]), at };
}

test('a figure that was not measured is told with when it last was, and how it is measured', () => {
  const now = [figure(figureNames.defects, '24 of 24', '2026-02-01T00:00:00Z')];
  const before = [
    figure(figureNames.defects, '23 of 24', '2026-01-01T00:00:00Z', false),
    figure(figureNames.planted, '19 of 20', '2026-01-01T10:20:30Z', false),
  ];
  expect(figuresWith(now, before).map(({ value }) => value)).toEqual(['24 of 24', '19 of 20']);
  const [defects, clean, planted] = figuresInWords(now, before);
  expect(defects).toBe(`✓ ${figureNames.defects}: 24 of 24 (aim: all; short forms)`);
  expect(clean).toContain('not measured in this proof, nor in an earlier one here');
  expect(planted).toContain('--script capacity --times 20), last on 2026-01-01 10:20 UTC: ✗');
  expect(planted).toContain('19 of 20');
});

test('what was taken from more stays beside what was measured now', () => {
  const before = [figure(figureNames.planted, '20 of 20', '2026-01-01T10:20:30Z')];
  const once = [figure(figureNames.planted, '1 of 1', '2026-02-01T00:00:00Z')];
  expect(figuresWith(once, before).map(({ value }) => value)).toEqual(['1 of 1', '20 of 20']);
  const lines = figuresInWords(once, figuresWith(once, before)).filter((line) => line.includes(figureNames.planted));
  expect(lines).toEqual([
    expect.stringMatching(/^✓ .*: 1 of 1/),
    expect.stringMatching(/^· from more .*, last on 2026-01-01 10:20 UTC: ✓ .*: 20 of 20/),
  ]);
  const again = [figure(figureNames.planted, '19 of 20', '2026-02-02T00:00:00Z', false)];
  expect(figuresWith(again, before).map(({ value }) => value)).toEqual(['19 of 20']);
});
