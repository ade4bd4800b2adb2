import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { requirements } from '../../interface/register/index.ts';
import { permittedVariants } from '../permitted/index.ts';
import { createTransport } from '../reference/engine/transport.ts';
import { rulebook } from '../reference/rules/index.ts';
import { rulesOf, transportOf, variantNamed } from './apply.ts';
import { mutants, unchanged } from './index.ts';

const program = fileURLToPath(new URL('main.ts', import.meta.url));

test('--help says how it is used, with status 0', async () => {
  const child = spawn(process.execPath, [program, '--help'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  expect(code).toBe(0);
  expect(said).toMatch(/^Usage: .*--mutant NAME/);
});

describe('the deliberate defects', () => {
  test('every requirement has one', () => {
    const broken = new Set<string>(mutants.map(({ breaks }) => breaks));
    expect(requirements.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([]);
  });

  test('no two variations share a name, and names are slugs', () => {
    const names = [unchanged, ...mutants, ...permittedVariants].map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
  });

  test('each changes the rules or the way to the receivers', async () => {
    const transport = createTransport();
    onTestFinished(() => transport.close());
    const same = mutants.filter(
      (each) => rulesOf([each], rulebook) === rulebook && transportOf([each], transport) === transport,
    );
    expect(same.map(({ name }) => name)).toEqual([]);
  });

  test('what is not changed is the rulebook itself', () => {
    expect(rulesOf([unchanged], rulebook)).toBe(rulebook);
  });

  test('several changes are applied one after the other', () => {
    const both = rulesOf([variantNamed('key-of-254'), variantNamed('link-four-per-hour')], rulebook);
    expect(both.limits).toMatchObject({ idempotencyKeyLength: 254, linkRequests: 4 });
  });
});

describe('the program', () => {
  test('serves many at once, each at addresses of its own, and stops them singly', async () => {
    const { say, line } = start('--serve');
    say('start a checkout-amount-min-101');
    const one = await line();
    say('start b unchanged');
    const two = await line();

    expect(one).toMatchObject({ ticket: 'a', settings: { TARGET_BASE_URL: expect.stringMatching(/^http:/) } });
    expect(one.settings?.TARGET_BASE_URL).not.toBe(two.settings?.TARGET_BASE_URL);

    say('stop a');
    expect(await line()).toEqual({ ticket: 'a', stopped: true });
    await expect(fetch(`${one.settings?.TARGET_BASE_URL}/v1/banks`)).rejects.toThrow();
    expect((await fetch(`${two.settings?.TARGET_BASE_URL}/v1/banks`)).status).toBe(401);
  });

  test('says which name it does not know', async () => {
    const { say, line } = start('--serve');
    say('start a nothing');
    expect(await line()).toEqual({ ticket: 'a', error: 'there is no mutant or reading nothing; --list shows all' });
  });

  test('starts one as the reference is started', async () => {
    const { line } = start('--mutant', 'key-of-254', '--settings');
    expect(await line()).toMatchObject({ TARGET_BASE_URL: expect.stringMatching(/^http:/) });
  });

  test('ends with status 2 where the name is unknown', async () => {
    const { child } = start('--mutant', 'nothing');
    expect((await once(child, 'exit'))[0]).toBe(2);
  });
});

interface Line {
  ticket?: string;
  settings?: Record<string, string>;
}

function start(...args: string[]) {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['pipe', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill());
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    child,
    say: (line: string) => child.stdin.write(`${line}\n`),
    line: async () => JSON.parse((await lines.next()).value ?? '') as Line,
  };
}
