import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createTransport } from '../reference/engine/transport.ts';
import { rulebook } from '../reference/rules/index.ts';
import { chapters, type ObservationId, observations } from '../requirements/index.ts';
import { mixtures, readings } from './index.ts';
import { eitherOr } from './mixtures.ts';

/** Open questions that no reading answers otherwise, and why. */
const exceptions: Partial<Record<ObservationId, string>> = {
  'escrow.dispute-decided': 'nothing can bring an administrator to decide, at the reference or anywhere else',
};

test('there are at least 40, each with a name of its own', () => {
  const names = readings.map(({ name }) => name);
  expect(names.length).toBeGreaterThanOrEqual(40);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
});

test.each(readings)('$name changes something, and says where it can be seen', ({ rules, transport, touches, what }) => {
  const base = createTransport();
  const rulesDiffer = rules !== undefined && !isDeepStrictEqual(rules(rulebook), rulebook);
  const transportDiffers = transport !== undefined && transport(base).send !== base.send;
  expect(rulesDiffer || transportDiffers).toBe(true);
  expect(what.length).toBeGreaterThan(10);
  expect(touches.length).toBeGreaterThan(0);
  expect(chapters).toEqual(expect.arrayContaining([...touches]));
});

test('what a reading changes is its own: the rulebook of the reference stays as it is', () => {
  freeze(rulebook);
  for (const { rules } of readings) expect(() => rules?.(rulebook)).not.toThrow();
});

describe('the open questions', () => {
  const decided = new Set(readings.flatMap(({ decides = [] }) => decides));

  test.each(observations)('$id is decided otherwise by a reading, or cannot be', ({ id }) => {
    expect(decided.has(id), exceptions[id] ?? 'no reading, and no reason').toBe(exceptions[id] === undefined);
  });

  test('a reading is looked at by the chapters whose questions it decides', () => {
    const strays = readings.flatMap(({ name, touches, decides = [] }) =>
      observations
        .filter(({ id, chapter }) => decides.includes(id) && !touches.includes(chapter))
        .map(({ id }) => `${name}: ${id}`),
    );
    expect(strays).toEqual([]);
  });
});

describe('mixtures', () => {
  const mixed = mixtures(readings, 8, 1);

  test('eight of them hold every reading but those that take something of control away', () => {
    const names = new Set(mixed.flat().map(({ name }) => name));
    const left = readings.filter(({ name }) => !names.has(name) && !name.startsWith('control-'));
    expect(left).toEqual([]);
  });

  test('of alternatives each holds one at most', () => {
    for (const pattern of eitherOr) {
      expect(readings.filter(({ name }) => pattern.test(name)).length, String(pattern)).toBeGreaterThan(1);
      for (const mixture of mixed)
        expect(mixture.filter(({ name }) => pattern.test(name)).length, String(pattern)).toBeLessThan(2);
    }
    const twice = readings.filter(({ name }) => eitherOr.filter((pattern) => pattern.test(name)).length > 1);
    expect(twice).toEqual([]);
  });

  test('the same seed makes the same ones, another seed others', () => {
    const names = (seed: number) => mixtures(readings, 8, seed).map((mixture) => mixture.map(({ name }) => name));
    expect(names(1)).toEqual(names(1));
    expect(names(2)).not.toEqual(names(1));
  });
});

/** A change of what is frozen throws. */
function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || value instanceof RegExp || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
}
