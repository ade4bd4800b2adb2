import { describe, expect, test } from 'vitest';
import { shrink, simplerSteps, sliceOf } from './shrink.ts';
import { type Ask, type Story, stepsIn } from './story.ts';

const ask = (name: string, more: Partial<Ask> = {}): Ask => ({ by: 'a', ask: `GET /v1/things/{${name}}`, ...more });
const isAsked = (story: Story, name: string) => JSON.stringify(story).includes(`{${name}}`);

function counting(fails: (story: Story) => boolean) {
  const told: Story[] = [];
  const shrinking = {
    fails: async (story: Story) => {
      told.push(story);
      return fails(story);
    },
    isOver: () => false,
  };
  return { told, shrinking };
}

describe('a story is made shorter', () => {
  test('by what concerns other objects, and by each step that can be left out', async () => {
    const story = [ask('t1'), ask('t2'), { seconds: 10 }, ask('t3'), ask('t1', { key: 'k1' }), ask('t2'), ask('t3')];
    const { shrinking } = counting((told) => told.filter((step) => isAsked([step], 't3')).length === 2);
    expect(await shrink(story, shrinking)).toEqual([ask('t3'), ask('t3')]);
  });

  test('an object stays with those that it mentions', () => {
    const part: Ask = { by: 'a', ask: 'POST /v1/parts', body: { of: '{t1}', reference: '{p1}' } };
    const story = [ask('t1'), ask('t2'), part, { seconds: 1 }, ask('t2')];
    expect(sliceOf(story, 'p1')).toEqual([ask('t1'), part, { seconds: 1 }]);
  });

  test('a receiver gives fewer answers, and the same to all where that will do', async () => {
    const story: Story = [{ receiver: 'a', answers: [404, 'cut', 301, 500], about: '{t1}' }, ask('t1')];
    const { shrinking } = counting((told) => JSON.stringify(told).includes('301'));
    expect(await shrink(story, shrinking)).toEqual([{ receiver: 'a', answers: [301], about: '{t1}' }]);
  });

  test('what stands in the path of a step of control is no object', () => {
    const act = { control: 'POST /things/{reference}/end', by: 'a', names: { reference: '{t2}' } };
    expect(sliceOf([ask('t1'), act], 't1')).toEqual([ask('t1')]);
  });

  test('until every step is needed, of however many', async () => {
    for (const needed of [[0], [3, 17], [1, 2, 30], [0, 15, 16, 31]]) {
      const story = [...Array(32).keys()].map((at) => ({ seconds: 100_000 + at }));
      const { shrinking, told } = counting((shorter) =>
        needed.every((at) => shorter.some((step) => 'seconds' in step && step.seconds === 100_000 + at)),
      );
      const shortest = await shrink(story, shrinking);
      expect(shortest).toEqual(needed.map((at) => ({ seconds: 100_000 + at })));
      expect(told.length).toBeLessThan(200);
    }
  });

  test('requests that count together become one', async () => {
    const takes = (amount: number, name: string): Ask => ({
      by: 'a',
      ask: 'POST /v1/parts',
      body: { amount, reference: `{${name}}`, of: '{t1}' },
    });
    const story = [ask('t1'), ...[400, 300, 200, 100, 1].map((amount, at) => takes(amount, `p${at}`))];
    const { shrinking } = counting((told) => {
      const sum = told.reduce((all, step) => all + Number(('ask' in step && step.body?.amount) || 0), 0);
      return sum > 1_000 && isAsked(told, 't1');
    });
    expect(await shrink(story, shrinking)).toHaveLength(1);
  });

  test('values become simpler: fields go, numbers become round, waits short', async () => {
    const story = [
      ask('t1', { as: 'nobody', key: 'k1', body: { amount: 7_654, note: 'x', kind: 'y' } }),
      { seconds: 90_000 },
    ];
    const { shrinking } = counting((told) => {
      const [first, wait] = told;
      const amount = first !== undefined && 'ask' in first ? Number(first.body?.amount) : 0;
      return amount >= 500 && wait !== undefined && 'seconds' in wait && wait.seconds >= 500;
    });
    expect(await shrink(story, shrinking)).toEqual([ask('t1', { body: { amount: 1_000 } }), { seconds: 600 }]);
  });

  test('what was begun at once comes one after the other, where that is enough', async () => {
    const story = [{ together: [ask('t1'), ask('t1')] }];
    const { shrinking } = counting((told) => stepsIn(told).length === 2);
    expect(await shrink(story, shrinking)).toEqual([ask('t1'), ask('t1')]);
    const stays = counting((told) => told.some((step) => 'together' in step && step.together.length === 2));
    expect(await shrink(story, stays.shrinking)).toEqual(story);
  });

  test('no further than there is time for', async () => {
    const story = [ask('t1'), ask('t2')];
    const never = { fails: () => Promise.reject(new Error('told')), isOver: () => true };
    expect(await shrink(story, never)).toEqual(story);
  });

  test('no step can be made simpler for ever', () => {
    const wide = ask('t1', { key: 'k1', as: 'nobody', body: { amount: 987_654, note: 'x' } });
    const longest = (step: Story[number]): number =>
      1 + Math.max(0, ...simplerSteps(step).map((steps) => Math.max(0, ...steps.map(longest))));
    expect(longest({ seconds: 7_200 })).toBe(6);
    expect(longest(wide)).toBe(6);
    expect(longest({ together: [{ seconds: 2 }, { seconds: 60 }] })).toBeLessThan(10);
  });
});
