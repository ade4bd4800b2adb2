import { expect, test } from 'vitest';
import { requirements } from '../requirements/index.ts';
import { cleanJob } from './plan.ts';
import { Queue } from './workers.ts';

const whole = (name: string) => cleanJob(name, [name], requirements, 'all');
const part = (name: string) => cleanJob(name, [name], requirements, ['banks']);

test('no more whole runs at once than there are workers; others go before them meanwhile', () => {
  const first = whole('w1');
  const queue = new Queue([first, whole('w2'), whole('w3'), part('a'), part('b')], 2);
  const names = () => queue.next()?.name;

  expect([names(), names(), names()]).toEqual(['w1', 'w2', 'a']);
  queue.done(first);
  expect([names(), names(), names()]).toEqual(['w3', 'b', undefined]);
});
