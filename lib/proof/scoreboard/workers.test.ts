import { expect, test } from 'vitest';
import { requirements } from '../../interface/register/index.ts';
import { cleanJob, jobFor } from './plan.ts';
import type { JobResult } from './types.ts';
import { againAlone, Queue } from './workers.ts';

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

test('what was cut off before it had shown what it is about is run once more, alone, and only that is told of it', async () => {
  const plan = { seed: 1, all: false };
  const killed = jobFor({ name: 'killed', breaks: 'checkout.created' }, requirements, plan);
  const missed = jobFor({ name: 'missed', breaks: 'checkout.created' }, requirements, plan);
  const failing = {
    id: 'checkout.created',
    title: 'a check',
    file: 'suites/a.ts',
    outcome: 'failed',
    reason: null,
  } as const;
  const runs: { names: string[]; lanes: number }[] = [];
  const told: string[] = [];
  const options = { workers: 3, lanes: 6, seed: 1, emptied: [], browserPath: null };

  const results = await againAlone(
    [part('clean'), killed, missed, part('over')],
    {
      ...options,
      onResult: ({ job, cutOff }) => void told.push(`${job.name} ${cutOff}`),
      onAgain: (jobs) => void told.push(`again: ${jobs.map(({ name }) => name)}`),
    },
    async (jobs, { lanes, onResult }) => {
      runs.push({ names: jobs.map(({ name }) => name), lanes });
      return jobs.map((job) => {
        const seen = job.name === 'killed' ? [failing] : [];
        const cutOff = lanes > 1 && job.name !== 'over';
        const result: JobResult = {
          job,
          seen,
          contradictions: [],
          named: null,
          requests: 1,
          seconds: 1,
          cutOff,
          fault: null,
        };
        onResult(result);
        return result;
      });
    },
  );

  expect(runs).toEqual([
    { names: ['clean', 'killed', 'missed', 'over'], lanes: 6 },
    { names: ['clean', 'missed'], lanes: 1 },
  ]);
  expect(told).toEqual(['killed true', 'over false', 'again: clean,missed', 'clean false', 'missed false']);
  const last = results.map(({ job, cutOff }) => `${job.name} ${cutOff}`);
  expect(last).toEqual(told.filter((each) => !each.startsWith('again')));
});

test('a job in which a check was blocked because this machine was too slow is run once more, alone, unless its mutant is killed', async () => {
  const jobs = ['seen', 'unseen'].map((name) =>
    jobFor({ name, breaks: 'checkout.created' }, requirements, { seed: 1, all: false }),
  );
  const check = { id: 'checkout.created', file: 'suites/a.ts' } as const;
  const slow = {
    ...check,
    title: 'a slow check',
    outcome: 'blocked',
    reason: 'this machine was too slow: webhooks were answered after 4.2 s; so it says nothing that none came',
  } as const;
  const failing = { ...check, title: 'a check', outcome: 'failed', reason: null } as const;
  const runs: string[][] = [];

  const results = await againAlone(
    jobs,
    { workers: 3, lanes: 6, seed: 1, emptied: [], browserPath: null, onResult: () => {} },
    async (these, { lanes }) => {
      runs.push(these.map(({ name }) => name));
      return these.map((job) => {
        const seen = job.name === 'seen' ? [slow, failing] : lanes > 1 ? [slow] : [failing];
        return { job, seen, contradictions: [], named: null, requests: 1, seconds: 1, cutOff: false, fault: null };
      });
    },
  );

  expect(runs).toEqual([['seen', 'unseen'], ['unseen']]);
  expect(results.every(({ seen }) => seen.includes(failing))).toBe(true);
});
