import { expect, test } from 'vitest';
import { timed } from './timed.ts';

const here = { cwd: process.cwd(), env: process.env };

test('what a program took is told, of its own children too', async () => {
  const work = 'const end = performance.now() + 300; while (performance.now() < end);';
  const child = `require('node:child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(work)}])`;
  const { wall, cpu } = await timed(process.execPath, ['-e', child], here);
  expect(wall).toBeGreaterThan(0.3);
  // The process may have been busy for less than the full time while the machine did other work.
  expect(cpu).toBeGreaterThan(0.05);
});

test('what does not end with 0 is no measurement', async () => {
  await expect(timed(process.execPath, ['-e', 'console.error("it broke"); process.exit(3)'], here)).rejects.toThrow(
    /it broke/,
  );
});
