import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { type StoryFile, stepsIn, storyFile } from '../../engine/explore/story.ts';
import { startRoughProxy } from '../../engine/http/network/rough-proxy.ts';
import { isRequirementId } from '../../interface/register/index.ts';
import { type Launched, launch } from '../../interface/target/launch.ts';
import { readSettings } from '../../interface/target/settings.ts';
import { exploreTarget } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'explore-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const programOf = (path: string) => fileURLToPath(new URL(`../../proof/${path}`, import.meta.url));
const reference = () => launch('the reference', process.execPath, [programOf('reference/main.ts'), '--settings']);
const second = () => launch('the second', process.execPath, [programOf('second/main.ts')]);
const mutant = (name: string) =>
  launch(name, process.execPath, [programOf('mutants/main.ts'), '--mutant', name, '--settings']);

/** Explores by number of requests, not by time, so that the stories are the same on a machine of any speed. */
async function explored(target: Launched['settings'], name: string, requests: number, more: { seed?: number } = {}) {
  const out = join(folder, name);
  const { seed = 1 } = more;
  const options = {
    settings: readSettings(target),
    seconds: Number.POSITIVE_INFINITY,
    requests,
    seed,
    replay: null,
    out,
  };
  return { status: await exploreTarget(options), out };
}

async function at<T>(launching: Promise<Launched>, work: (target: Launched['settings']) => Promise<T>): Promise<T> {
  const { settings, stop } = await launching;
  return await work(settings).finally(stop);
}

const read = (out: string, file: string) => readFileSync(join(out, file), 'utf8');
const explorationIn = (out: string) =>
  JSON.parse(read(out, 'exploration.json')) as {
    reached: string[];
    of: number;
    stories: number;
    breaks: string | null;
  };
const storyIn = (out: string): StoryFile => storyFile.parse(JSON.parse(read(out, 'story.json')));

describe('whoever is right is never blamed', () => {
  test.each([1, 2])('the reference, seed %d; most pairs are reached', async (seed) => {
    await at(reference(), async (target) => {
      const { status, out } = await explored(target, `reference ${seed}`, 2_500, { seed });
      const { reached, of, breaks } = explorationIn(out);
      expect([status, breaks]).toEqual([0, null]);
      expect(reached.length).toBeGreaterThan(0.9 * of);
      expect(read(out, 'junit.xml')).toContain('failures="0"');
      expect(existsSync(join(out, 'story.json'))).toBe(false);
    });
  });

  test.each([3, 4])('the second implementation, seed %d', async (seed) => {
    await at(second(), async (target) => {
      const { status } = await explored(target, `second ${seed}`, 1_500, { seed });
      expect(status).toBe(0);
    });
  });

  test('not where answers are lost either', async () => {
    await at(reference(), async (target) => {
      const roughness = { lostRequests: 0.01, lostAnswers: 0.03, cutAnswers: 0.01 };
      const proxy = await startRoughProxy(target.TARGET_BASE_URL ?? '', roughness);
      const { status } = await explored({ ...target, TARGET_BASE_URL: proxy.url }, 'rough', 1_500).finally(proxy.close);
      expect(proxy.mishaps['lost answer']).toBeGreaterThan(10);
      expect(status).toBe(0);
    });
  });
});

describe('a defect is found, in a story that is short', () => {
  test.each([
    ['refund-check-forgets-pending', /^refund\./],
    ['escrow-cancelled-takes-release', /^escrow\./],
    ['refund-replay-refunds-again', /^(idempotency|refund|webhook)\./],
  ])('%s', async (name, breaks) => {
    await at(mutant(name), async (target) => {
      const { status, out } = await explored(target, name, 12_000);
      const file = storyIn(out);
      expect(status).toBe(1);
      expect(file.breaks).toMatch(breaks);
      expect(isRequirementId(file.breaks)).toBe(true);
      expect(stepsIn(file.story).length).toBeLessThanOrEqual(7);
      expect(read(out, 'junit.xml')).toContain('failures="1"');
      expect(read(out, 'story.md')).toContain(`breaks ${file.breaks}`);

      const again = { settings: readSettings(target), seconds: 60, requests: 1_000, seed: undefined };
      expect(await exploreTarget({ ...again, replay: file, out: join(folder, `${name} again`) })).toBe(1);
      expect(storyIn(join(folder, `${name} again`)).breaks).toBe(file.breaks);

      const env = { PATH: process.env.PATH, ...target };
      const shell = spawnSync('sh', [join(out, 'story.sh'), 'check-1'], { env, encoding: 'utf8' });
      expect(shell.stderr).toBe('');
      const asked = stepsIn(file.story).filter((step) => 'ask' in step);
      expect(shell.stdout.match(/^HTTP\/1\.1 2/gm)?.length ?? 0).toBeGreaterThan(asked.length / 2);
    });
  });

  test('who does not have it is not blamed by its story', async () => {
    const story = storyIn(join(folder, 'refund-check-forgets-pending'));
    await at(reference(), async (target) => {
      const options = { settings: readSettings(target), seconds: 60, requests: 1_000, seed: undefined };
      expect(await exploreTarget({ ...options, replay: story, out: join(folder, 'not blamed') })).toBe(0);
    });
  });
});

describe('the command', () => {
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [main, ...args], { encoding: 'utf8', env: { PATH: process.env.PATH } });

  test.each([
    [['--seconds', '-1'], /it is no number above 0/],
    [['--replay', join(folder, 'nothing.json')], /--replay: .*nothing\.json cannot be read/],
    [['--replay', programOf('../../package.json')], /is no story that the command explore wrote/],
    [['--nonsense'], /unknown option/],
  ])('%j: status 2, and one line that says why', (args, words) => {
    const { status, stderr } = run(...args);
    expect(status).toBe(2);
    expect(stderr).toMatch(words);
  });

  test('its help names the settings', () => {
    const { status, stdout } = run('--help');
    expect(status).toBe(0);
    expect(stdout).toContain('TARGET_CONTROL_URL');
  });
});
