import { expect, test } from 'vitest';
import { createClock } from './clock.ts';

const START = Date.UTC(2026, 10, 1);

test('steps from one due time to the next, and each task reads its own', async () => {
  const clock = createClock(START);
  const seen: number[] = [];
  clock.schedule(START + 90_000, () => seen.push(clock.now()));
  clock.schedule(START + 60_000, () => {
    seen.push(clock.now());
    clock.schedule(clock.now() + 10_000, () => seen.push(clock.now()));
  });
  const before = clock.now();
  const now = await clock.advance(100);
  expect(seen).toEqual([START + 60_000, START + 70_000, START + 90_000]);
  expect(now - before).toBeGreaterThanOrEqual(100_000);
  clock.stop();
});

test('stands still while tracked work is awaited', async () => {
  const clock = createClock(START);
  const { promise, resolve } = Promise.withResolvers<void>();
  let later = 0;
  clock.schedule(START + 10_000, () => clock.track(promise));
  clock.schedule(START + 10_001, () => {
    later = clock.now();
  });
  const advanced = clock.advance(20);
  await new Promise((done) => setTimeout(done, 30));
  expect(clock.now()).toBe(START + 10_000);
  expect(later).toBe(0);
  resolve();
  await advanced;
  expect(later).toBe(START + 10_001);
  clock.stop();
});

test('carries out advances one after another, and none goes back', async () => {
  const clock = createClock(START);
  const [first, second, third] = await Promise.all([clock.advance(5), clock.advance(0.5), clock.advance(0)]);
  expect(first).toBeGreaterThanOrEqual(START + 5_000);
  expect(second).toBeGreaterThanOrEqual(first + 500);
  expect(third).toBeGreaterThanOrEqual(second);
  expect(third).toBeLessThan(START + 6_500);
  clock.stop();
});

test('things fall due by themselves at the normal pace, and keep their order', async () => {
  const clock = createClock(START);
  const seen: string[] = [];
  await new Promise<void>((done) => {
    clock.schedule(START + 40, () => {
      seen.push('third');
      done();
    });
    clock.schedule(START + 20, () => seen.push('first'));
    clock.schedule(START + 20, () => seen.push('second'));
  });
  expect(seen).toEqual(['first', 'second', 'third']);
  expect(clock.now()).toBeGreaterThanOrEqual(START + 40);
  clock.stop();
});

test('runs many tasks in the order of their due times', async () => {
  const clock = createClock(START);
  const seen: number[] = [];
  for (let index = 0; index < 500; index += 1) {
    const due = START + 1_000 + ((index * 7_919) % 500);
    clock.schedule(due, () => seen.push(due));
  }
  await clock.advance(10);
  expect(seen).toHaveLength(500);
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  clock.stop();
});
