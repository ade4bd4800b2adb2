import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { chapters, type ObservationId, observations } from '../../interface/register/index.ts';
import { createTransport } from '../reference/engine/transport.ts';
import { rulebook } from '../reference/rules/index.ts';
import { goTogether, permittedVariants } from './index.ts';

/** Open questions that no permitted variant answers differently, with the reason. */
const exceptions: Partial<Record<ObservationId, string>> = {
  'escrow.dispute-decided': 'nothing can bring an administrator to decide, at the reference or anywhere else',
};

test('there are at least 40, each with a name of its own', () => {
  const names = permittedVariants.map(({ name }) => name);
  expect(names.length).toBeGreaterThanOrEqual(40);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
});

test.each(permittedVariants)(
  '$name changes something, and says where it can be seen',
  ({ rules, transport, touches, what }) => {
    const base = createTransport();
    const rulesDiffer = rules !== undefined && !isDeepStrictEqual(rules(rulebook), rulebook);
    const transportDiffers = transport !== undefined && transport(base).send !== base.send;
    expect(rulesDiffer || transportDiffers).toBe(true);
    expect(what.length).toBeGreaterThan(10);
    expect(touches.length).toBeGreaterThan(0);
    expect(chapters).toEqual(expect.arrayContaining([...touches]));
  },
);

test('what a reading changes is its own: the rulebook of the reference stays as it is', () => {
  freeze(rulebook);
  for (const { rules } of permittedVariants) expect(() => rules?.(rulebook)).not.toThrow();
});

describe('the open questions', () => {
  const decided = new Set(permittedVariants.flatMap(({ decides = [] }) => decides));

  test.each(observations)('$id is decided otherwise by a reading, or cannot be', ({ id }) => {
    expect(decided.has(id), exceptions[id] ?? 'no reading, and no reason').toBe(exceptions[id] === undefined);
  });

  test('a reading is looked at by the chapters whose questions it decides', () => {
    const strays = permittedVariants.flatMap(({ name, touches, decides = [] }) =>
      observations
        .filter(({ id, chapter }) => decides.includes(id) && !touches.includes(chapter))
        .map(({ id }) => `${name}: ${id}`),
    );
    expect(strays).toEqual([]);
  });
});

describe('alternatives', () => {
  test('there are two or more of each', () => {
    const families = Map.groupBy(permittedVariants, ({ oneOf }) => oneOf);
    expect(families.size).toBeGreaterThan(20);
    expect([...families].filter(([, of]) => of.length < 2).map(([oneOf]) => oneOf)).toEqual([]);
  });

  test('a target is one of them, and answers each question once', () => {
    const named = (name: string) => permittedVariants.find((each) => each.name === name) ?? expect.fail(name);
    expect(goTogether(named('times-with-offset'), named('times-without-fraction'))).toBe(false);
    expect(goTogether(named('rate-token-bucket'), named('retry-after-as-a-date'))).toBe(false);
    expect(goTogether(named('times-with-offset'), named('json-pretty'))).toBe(true);
  });
});

/** Makes any change of the value throw. */
function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || value instanceof RegExp || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
}
