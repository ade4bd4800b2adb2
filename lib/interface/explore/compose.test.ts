import { describe, expect, test } from 'vitest';
import { type Story, stepsIn, storyFile } from '../../engine/explore/story.ts';
import type { ObjectKind } from '../model/machine.ts';
import { allPairs } from '../model/pairs.ts';
import type { Capability } from '../register/types.ts';
import { compose } from './compose.ts';
import { triggerNamed } from './histories/triggers.ts';
import { wrongCredentials } from './shapes.ts';

const asksIn = (story: Story) => stepsIn(story).flatMap((step) => ('ask' in step ? step : []));
const some = [...Array(60).keys()];
const story = (seed: number, missing: Partial<Record<Capability, string>> = {}, goals: readonly string[] = []) =>
  compose({ seed, goals, missing });

describe('stories that are made up', () => {
  test('are the same for the same seed, and others for others', () => {
    const texts = some.map((seed) => JSON.stringify(story(seed)));
    expect(some.map((seed) => JSON.stringify(story(seed)))).toEqual(texts);
    expect(new Set(texts).size).toBe(texts.length);
  });

  test('can be written into a file and read again', () => {
    for (const seed of some) {
      const file = { version: 1, breaks: '', reason: '', seed, story: story(seed) };
      expect(storyFile.parse(JSON.parse(JSON.stringify(file)))).toEqual(file);
    }
  });

  test('have repetitions, other bodies, wrong credentials, several actors, things at once, time and limits in them', () => {
    const stories = [...Array(400).keys()].map((seed) => story(seed));
    const all = stories.flatMap(asksIn);
    const keys = stories.map((each) => asksIn(each).flatMap(({ key }) => key ?? []));
    expect(keys.some((own) => new Set(own).size < own.length)).toBe(true);
    expect(new Set(all.map(({ by }) => by))).toEqual(new Set(['a', 'b', 'live']));
    expect(new Set(all.flatMap(({ as }) => as ?? []))).toEqual(
      new Set([...Object.keys(wrongCredentials), 'other environment']),
    );
    expect(stories.some((each) => each.some((step) => 'together' in step))).toBe(true);
    expect(stories.some((each) => each.some((step) => 'seconds' in step && step.seconds >= 86_400))).toBe(true);
    const amounts = new Set(all.flatMap(({ body }) => (typeof body?.amount === 'number' ? body.amount : [])));
    for (const limit of [99, 100, 2_000_000_000, 2_000_000_001, 9_999, 10_000]) expect(amounts).toContain(limit);
  });

  test('have receivers that answer this and that, lists that are read, and what is resent', () => {
    const steps = [...Array(400).keys()].flatMap((seed) => stepsIn(story(seed)));
    const answers = steps.flatMap((step) => ('receiver' in step ? step.answers : []));
    for (const answer of [200, 204, 304, 401, 410, 429, 503, 'cut', 'slow']) expect(answers).toContain(answer);
    const acts = steps.flatMap((step) => ('control' in step ? step.control.split('/').at(-1) : []));
    for (const act of ['resend', 'deliveries', 'rotate-webhook-secret', '{merchantId}']) expect(acts).toContain(act);
    expect(steps.some((step) => 'receiver' in step && step.about === undefined)).toBe(true);
  });

  test('ask for nothing that the target does not offer', () => {
    const bare = {
      ...Object.fromEntries(
        (
          [
            'clock',
            'live',
            'other-merchant',
            'payment-failure',
            'escrow-buyer-email',
            'wallets',
            'resend',
            'processing-delay',
          ] as const
        ).map((need) => [need, 'not there']),
      ),
      'escrow-dispute': 'not there',
      'escrow-buyer-release': 'not there',
      'wallet-owner': 'not there',
    };
    for (const seed of some) {
      const steps = stepsIn(story(seed, bare, allPairs.slice(seed * 4, seed * 4 + 3)));
      expect(steps.filter((step) => 'control' in step)).toEqual([]);
      expect(steps.filter((step) => 'seconds' in step && step.seconds > 10)).toEqual([]);
      expect(asksIn(steps).filter(({ by }) => by !== 'a')).toEqual([]);
    }
  });
});

test('everything that can happen by the tables of the model can happen in a story', () => {
  const without = allPairs.filter((pair) => {
    const [, kind, trigger = ''] = /^(.+), .+: (.+)$/.exec(pair) ?? [];
    const isCreated = pair.endsWith(', absent: create');
    return !isCreated && !trigger.startsWith('becomes ') && triggerNamed(kind as ObjectKind, trigger) === undefined;
  });
  expect(without).toEqual([]);
  expect(allPairs.length).toBe(new Set(allPairs).size);
});
