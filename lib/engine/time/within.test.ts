import { expect, test } from 'vitest';
import { within } from './within.ts';

const never = new Promise<never>(() => {});
const long = 60_000;

test('what comes in time is what comes of it, a failure too', async () => {
  expect(await within(long, Promise.resolve('here'), () => 'late')).toBe('here');
  await expect(within(long, Promise.reject(new Error('no')), () => 'late')).rejects.toThrow('no');
});

test('what does not come is not waited for', async () => {
  expect(await within(10, never, () => 'late')).toBe('late');
  const late = () => {
    throw new Error('it took too long');
  };
  await expect(within(10, never, late)).rejects.toThrow('it took too long');
});

test('what fails later disturbs nobody', async () => {
  const { promise, reject } = Promise.withResolvers<string>();
  expect(await within(10, promise, () => 'late')).toBe('late');
  reject(new Error('long after'));
  await new Promise((resolve) => setImmediate(resolve));
});

test('what was due before now is late at once', async () => {
  const warned: Error[] = [];
  const note = (warning: Error) => void warned.push(warning);
  process.on('warning', note);
  expect(await within(-5, never, () => 'late')).toBe('late');
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', note);
  expect(warned).toEqual([]);
});
