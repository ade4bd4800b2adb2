import { inject, test } from 'vitest';
import { Chromium } from '../../engine/browser/chromium.ts';
import { loadSuites } from '../../interface/suites.ts';
import { attempt } from './attempt.ts';
import { Serving } from './serving.ts';
import type { FromWorker, Job, ToWorker, Work } from './types.ts';

/** Run in each of the proof's Vitest workers: takes several jobs at once until none are left. */

declare module 'vitest' {
  interface ProvidedContext {
    work: Work;
  }
}

// Hundreds of thousands of requests fail here and their stacks are not used, so neither stacks nor source maps are produced.
Error.stackTraceLimit = 0;
process.setSourceMapsEnabled(false);

const work = inject('work');
const suites = await loadSuites();
const faults = suites.flatMap(({ fault }) => fault ?? []);

test('all jobs', async () => {
  if (faults.length > 0) throw new Error(faults[0]);
  const channel = new BroadcastChannel(work.channel);
  const serving = new Serving();
  const chromium = new Chromium(work.browserPath);
  const surroundings = { serving, chromium, work };
  const given = new Map<string, (job: Job | null) => void>();
  channel.onmessage = ({ data }) => {
    const { lane, job } = data as ToWorker;
    given.get(lane)?.(job);
  };
  const say = (message: FromWorker) => channel.postMessage(message);
  const next = (lane: string) => {
    const { promise, resolve } = Promise.withResolvers<Job | null>();
    given.set(lane, resolve);
    say({ kind: 'wants', lane });
    return promise;
  };
  const lane = async (_: unknown, index: number) => {
    const name = `${work.worker}.${index}`;
    for (let job = await next(name); job !== null; job = await next(name))
      say({ kind: 'did', lane: name, result: await attempt(job, suites, surroundings) });
  };
  try {
    await Promise.all(Array.from({ length: work.lanes }, lane));
  } finally {
    channel.close();
    serving.close();
    await chromium.close();
  }
});
