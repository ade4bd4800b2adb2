import { expect, test } from 'vitest';
import { SettingsError } from '../../engine/run/target.ts';
import { launch } from './launch.ts';

const node = (program: string, readyWithinMs?: number) =>
  launch('the program', process.execPath, ['-e', program], readyWithinMs);
const staysUntilStdinCloses = "process.stdin.resume().on('end', () => process.exit(0));";
const url = 'http://127.0.0.1:1';
const line = JSON.stringify({ TARGET_BASE_URL: url });

test('the first line is its settings, whatever it prints later; it ends when it is told to', async () => {
  const launched = await node(
    `console.log(${JSON.stringify(line)}); console.log('x'.repeat(1e6)); ${staysUntilStdinCloses}`,
  );
  expect(launched.settings).toEqual({ TARGET_BASE_URL: url });
  await launched.stop();
  await launched.stop();
});

test('one that does not listen is ended all the same', async () => {
  const launched = await node(
    `process.on('SIGTERM', () => {}); setInterval(() => {}, 1e6); console.log(${JSON.stringify(line)})`,
  );
  const began = performance.now();
  await launched.stop();
  expect(performance.now() - began).toBeLessThan(60_000);
});

test.each([
  [
    'prints garbage',
    `console.log('Listening on port 80'); ${staysUntilStdinCloses}`,
    /^the program printed something else than one line of settings: Listening on port 80$/,
  ],
  ['prints null', `console.log('null'); ${staysUntilStdinCloses}`, /something else than one line of settings: null$/],
  ['prints numbers as settings', `console.log('{"TARGET_BASE_URL":1}'); ${staysUntilStdinCloses}`, /something else/],
  [
    'dies at once',
    "console.error('port 80 is taken\\nmore'); process.exit(3)",
    /^the program ended with status 3 before it was ready. port 80 is taken$/,
  ],
  ['is killed', "process.kill(process.pid, 'SIGKILL')", /^the program ended with SIGKILL before it was ready\.$/],
])('one that %s is one clear line', async (_, program, words) => {
  const failure = await node(program).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(SettingsError);
  expect((failure as SettingsError).message).toMatch(words);
});

test('one that prints nothing in time is one clear line, and it is ended', async () => {
  await expect(node(staysUntilStdinCloses, 300)).rejects.toThrow('the program printed no settings within 0.3 s');
});

test('one that cannot be started is one clear line', async () => {
  const failure = launch('the program', '/nonexistent/program', []);
  await expect(failure).rejects.toThrow(/^the program could not be started: .*ENOENT/);
  await expect(failure).rejects.toBeInstanceOf(SettingsError);
});
