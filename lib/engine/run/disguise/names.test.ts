import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { clientLooks, plainLook } from '../../http/look.ts';
import { lookOf, newAppearance } from './appearance.ts';
import { IdGenerator } from './id-generator.ts';
import { inMixedCase, isMarked, markOf, nameOf, namesIn } from './names.ts';

const run = (appearance = newAppearance()) => ({ startedAt: 1_795_000_000_000, seed: 7, appearance });

/** The mark of a run whose names have this shape. Always the same one: of 2,000 names of another run, one may bear the tag by accident. */
function hidden(shape: string) {
  for (let at = 0; ; at++) {
    const secret = createHash('sha256').update(`${at}`).digest('hex');
    const mark = markOf(run({ ...newAppearance(), secret }));
    if (typeof mark !== 'string' && mark.shape === shape) return mark;
  }
}

describe.each(['uuid', 'sortable', 'dated', 'short'])('names of the shape %s', (shape) => {
  const mark = hidden(shape);
  const names = Array.from({ length: 2_000 }, (_, at) => nameOf(mark, `a check 1 ${at}`));

  test('are references that every kind has to take', () => {
    for (const name of names) expect(name).toMatch(/^(?=.*\d)(?=.*[a-z])[a-z0-9-]{20,36}$/);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => name === name.toUpperCase())).toEqual([]);
  });

  test('are the same again, and can be told from those of others, also with capitals and within other texts', () => {
    const [name = ''] = names;
    expect(nameOf(mark, 'a check 1 0')).toBe(name);
    expect(namesIn(`{"reference":"${name}.1","other":"a${inMixedCase(name)}xx"}`, mark)).toEqual([
      name,
      inMixedCase(name),
    ]);
    const other = { ...mark, key: '00'.repeat(32) };
    expect(names.filter((each) => isMarked(each, other))).toEqual([]);
  });

  test('say nothing of what they are made for', () => {
    const begins = (text: string) => nameOf(mark, text).slice(mark.prefix.length, mark.prefix.length + 4);
    const starts = new Set(names.map((_, at) => begins(`a check 1 ${at}`)));
    expect(starts.size).toBeGreaterThan(1_000);
  });
});

test('the same check has other names, and other keys of idempotency, in another run of the same seed', () => {
  const [one, other] = [new IdGenerator(run()), new IdGenerator(run())];
  expect(one.unique('a')).not.toBe(other.unique('a'));
});

test('a run of the same secret, seed and beginning has the same names; with another seed it has others', () => {
  const appearance = newAppearance();
  const first = new IdGenerator(run(appearance)).unique('a');
  expect(new IdGenerator(run(appearance)).unique('b')).toBe(first);
  expect(new IdGenerator({ ...run(appearance), seed: 8 }).unique('a')).not.toBe(first);
});

test('the plain form has a prefix, and the run in every name', () => {
  const plain = run(newAppearance({ incognito: false }));
  expect(new IdGenerator(plain).unique('chk')).toMatch(/^chk-[a-z0-9]{8}-7-1$/);
  expect(lookOf(plain.appearance)).toBe(plainLook);
});

test('a User-Agent that is asked for replaces the one that is drawn, and nothing else', () => {
  const appearance = newAppearance();
  const asked = lookOf({ ...appearance, userAgent: 'shop/1' });
  expect(asked).toEqual({ ...lookOf(appearance), userAgent: 'shop/1' });
});

test('no client has the headers of every request in the order of the plain form', () => {
  const always = ['authorization', 'x-merchant-id', 'accept', 'user-agent'];
  const sorted = (order: readonly string[]) => {
    const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
    return always.toSorted((a, b) => place(a) - place(b)).join();
  };
  expect(clientLooks.map(({ order }) => sorted(order)).filter((order) => order === sorted(plainLook.order))).toEqual(
    [],
  );
});
