import { describe, expect, test } from 'vitest';
import { SettingsError } from '../../engine/run/target.ts';
import { observations, requirements } from '../../interface/register/index.ts';
import { type SelectionOptions, select } from './selection.ts';

const ids = (options: SelectionOptions) => [...select(options).ids];
const all = [...requirements, ...observations];

describe('what is selected', () => {
  test('everything, where nothing is asked for', () => {
    expect(ids({})).toHaveLength(all.length);
    expect(select({}).words).toBeNull();
    expect(select({ profile: 'full' }).words).toBeNull();
  });

  test('a chapter, with its observations', () => {
    const expected = all.filter(({ chapter }) => chapter === 'refunds').map(({ id }) => id);
    expect(ids({ chapter: ['refunds'] })).toEqual(expected);
    expect(select({ chapter: ['refunds'] }).words).toEqual({ chapters: ['refunds'] });
  });

  test('single requirements and observations, besides chapters', () => {
    expect(ids({ requirement: ['checkout.created', 'auth.unknown-key'] })).toEqual([
      'checkout.created',
      'auth.unknown-key',
    ]);
    const both = { chapter: ['banks'], requirement: ['checkout.created'] };
    expect(ids(both)).toContain('checkout.created');
    expect(ids(both).length).toBeGreaterThan(1);
    expect(select(both).words).toEqual({ chapters: ['banks'], requirements: ['checkout.created'] });
  });

  test('requirements and observations by a pattern, of which one fits at least', () => {
    const expected = all.filter(({ id }) => id.startsWith('refund.')).map(({ id }) => id);
    expect(ids({ requirement: ['refund.*'] })).toEqual(expected);
    expect(ids({ requirement: ['*.amount-too-small'] })).toEqual(expect.arrayContaining(['refund.amount-too-small']));
    expect(select({ requirement: ['refund.*'] }).words).toEqual({ requirements: ['refund.*'] });
    for (const none of ['refundX*', 'refund', '*.nothing-such']) {
      expect(() => select({ requirement: [none] })).toThrow(SettingsError);
    }
  });

  test('smoke: some of every chapter but rate-limit, and no observations', () => {
    const smoke = select({ profile: 'smoke' });
    const chosen = requirements.filter(({ id }) => smoke.ids.has(id));
    expect(chosen).toHaveLength(smoke.ids.size);
    const covered = new Set(chosen.map(({ chapter }) => chapter));
    const expected = new Set(requirements.map(({ chapter }) => chapter));
    expected.delete('rate-limit');
    expect(covered).toEqual(expected);
    expect(smoke.words).toEqual({ profile: 'smoke' });
  });

  test('smoke of one chapter', () => {
    const chosen = ids({ profile: 'smoke', chapter: ['refunds'] });
    expect(chosen.length).toBeGreaterThan(0);
    for (const id of chosen)
      expect(requirements.find((each) => each.id === id)).toMatchObject({ chapter: 'refunds', smoke: true });
  });
});

describe('a bad selection is one clear line', () => {
  test.each<[string, SelectionOptions, RegExp]>([
    ['an unknown chapter', { chapter: ['refund'] }, /^no chapter refund; there are: checkouts, refunds/],
    [
      'an unknown requirement',
      { requirement: ['refund.exceed-paid'] },
      /^no requirement refund\.exceed-paid \(did you mean refund\.exceeds-paid\?\)/,
    ],
    ['a word that is like nothing', { requirement: ['zzz'] }, /^no requirement zzz; /],
    ['an unknown profile', { profile: 'quick' }, /^no profile quick; there are: smoke, standard, full$/],
    ['a selection of nothing', { profile: 'smoke', chapter: ['rate-limit'] }, /^nothing of this selection/],
  ])('%s', (_, options, line) => {
    const error = (() => {
      try {
        return select(options);
      } catch (caught) {
        return caught;
      }
    })();
    expect(error).toBeInstanceOf(SettingsError);
    expect((error as SettingsError).message).toMatch(line);
    expect((error as SettingsError).message).not.toContain('\n');
  });
});
