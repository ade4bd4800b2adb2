import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HistogramLogReader, listTags } from 'hdr-histogram-js';
import { expect, onTestFinished, test } from 'vitest';
import { latencyOfAll } from '../testing.support.ts';
import type { Arrival } from './due.ts';
import { writeLatency } from './files.ts';
import { ALL, hgrmOf, latencyOf, percentileMs } from './histograms.ts';

/** 100 arrivals per second for two seconds; the n-th of each second took n ms. */
const arrivals = Array.from({ length: 200 }, (_, turn): Arrival => {
  const ms = (turn % 100) + 1;
  return { op: turn % 2 === 0 ? 'create checkout' : 'balance', dueMs: turn * 10, ms, ownMs: ms, dropped: false };
});

test('percentiles are those of the arrivals, to three digits', () => {
  const { histograms, own, seconds } = latencyOfAll(arrivals);
  const all = histograms.get(ALL);
  expect([...histograms.keys()]).toEqual([ALL, 'create checkout', 'balance']);
  expect(own.totalCount).toBe(200);
  expect(seconds.map(({ second, of }) => [second, Math.round(of.get(ALL)?.p50 ?? 0)])).toEqual([
    [0, 50],
    [1, 50],
  ]);
  expect([0.5, 0.95, 0.99].map((share) => Math.round(percentileMs(all, share)))).toEqual([50, 95, 99]);
});

test('the log can be read: seconds, tags, counts and values', () => {
  let log = '';
  latencyOf(arrivals, 1_700_000_000_000, (text) => {
    log += text;
  });
  expect(listTags(log)).toEqual(['NO TAG', 'create-checkout', 'balance']);
  const reader = new HistogramLogReader(log);
  const read = [];
  for (let one = reader.nextIntervalHistogram(); one !== null; one = reader.nextIntervalHistogram()) read.push(one);
  expect(read.map(({ tag, totalCount }) => `${tag} ${totalCount}`)).toEqual([
    'NO TAG 100',
    'create-checkout 50',
    'balance 50',
    'NO TAG 100',
    'create-checkout 50',
    'balance 50',
  ]);
  expect(Math.round((read[0]?.maxValue ?? 0) / 1_000)).toBe(100);
  // Each line is a comment, the legend or an interval. No line may be empty, because readers stop there.
  expect(
    log
      .trimEnd()
      .split('\n')
      .every((line) => /^(#|"StartTimestamp"|(Tag=[\w-]+,)?\d)/.test(line)),
  ).toBe(true);
});

test('the distribution is in milliseconds, and files are named after operations', async () => {
  const all = latencyOfAll(arrivals).histograms.get(ALL);
  if (all === undefined) throw new Error('no histogram of all');
  expect(hgrmOf(all)).toMatch(/Value\s+Percentile\s+TotalCount\s+1\/\(1-Percentile\)/);
  expect(hgrmOf(all)).toMatch(/#\[Max\s+=\s+100\.\d+, Total count\s+=\s+200\]/);
  const folder = await mkdtemp(join(tmpdir(), 'load-latency-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeLatency(folder, arrivals, 0);
  expect((await readdir(folder)).sort()).toEqual([
    'latency-all.hgrm',
    'latency-balance.hgrm',
    'latency-create-checkout.hgrm',
    'latency.hlog',
  ]);
  expect(await readFile(join(folder, 'latency.hlog'), 'utf8')).toContain('[Histogram log format version 1.3]');
});
