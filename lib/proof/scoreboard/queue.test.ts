import { expect, test } from 'vitest';
import { requirements } from '../../interface/register/index.ts';
import { cleanJob } from './plan.ts';
import { Queue } from './workers.ts';

const whole = (name: string) => cleanJob(name, [name], requirements, 'all');
const part = (name: string) => cleanJob(name, [name], requirements, ['banks']);

const pages = (name: string) => cleanJob(name, [name], requirements, ['hosted-pages']);
const limits = { whole: 2, pages: 1, quick: Number.POSITIVE_INFINITY };

test('jobs that wait for a browser are spread over those that do not', () => {
  const first = pages('p1');
  const queue = new Queue([first, pages('p2'), part('a'), part('b'), part('c')], limits);
  const names = () => queue.next()?.name;

  expect([names(), names(), names()]).toEqual(['p1', 'a', 'b']);
  queue.done(first);
  expect([names(), names(), names()]).toEqual(['p2', 'c', undefined]);
});

test('no more whole runs at once than there are workers; others go before them meanwhile', () => {
  const first = whole('w1');
  const queue = new Queue([first, whole('w2'), whole('w3'), part('a'), part('b')], limits);
  const names = () => queue.next()?.name;

  expect([names(), names(), names()]).toEqual(['w1', 'w2', 'a']);
  queue.done(first);
  expect([names(), names(), names()]).toEqual(['w3', 'b', undefined]);
});
