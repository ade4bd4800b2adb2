import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { readKept } from '../../engine/explore/kept.ts';
import { KEPT } from '../../interface/model/events.ts';
import { type Launched, launch } from '../../interface/target/launch.ts';
import { readSettings } from '../../interface/target/settings.ts';
import { exploreTarget } from './run.ts';

/** A story that broke a rule is kept, and each later certification sends it first. */
const folder = mkdtempSync(join(tmpdir(), 'kept-'));
const kept = join(folder, 'kept');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const programOf = (path: string) => fileURLToPath(new URL(`../../proof/${path}`, import.meta.url));
const mutant = (name: string) =>
  launch(name, process.execPath, [programOf('mutants/main.ts'), '--mutant', name, '--settings']);
const mended = () => launch('the reference', process.execPath, [programOf('reference/main.ts'), '--settings']);

async function certified(settings: Launched['settings'], name: string) {
  const out = join(folder, name);
  const main = fileURLToPath(new URL('../certify/main.ts', import.meta.url));
  const args = [main, '--requirement', 'refund.exceeds-paid', '--kept', kept, '--out', out, '--seed', '1'];
  const env = { PATH: process.env.PATH, NO_COLOR: '1', ...settings };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  let said = '';
  child.stdout.on('data', (text) => {
    said += text;
  });
  const status = await new Promise<number | null>((done) => child.on('close', done));
  const { requirements } = JSON.parse(readFileSync(join(out, 'certificate.json'), 'utf8'));
  const about = (requirements as { id: string }[]).find(({ id }) => id === 'refund.exceeds-paid');
  return { status, said, about };
}

test('it fails its requirement where the defect is, before any check; and passes where it is mended', async () => {
  const { settings, stop } = await mutant('refund-check-forgets-pending');
  try {
    const options = { settings: readSettings(settings), seconds: Number.POSITIVE_INFINITY, requests: 12_000, seed: 4 };
    expect(await exploreTarget({ ...options, replay: null, keep: kept, out: join(folder, 'explored') })).toBe(1);
    const [file = '', ...more] = readdirSync(kept);
    expect(file).toMatch(/^refund\.exceeds-paid-[0-9a-f]{8}\.json$/);
    expect(more).toEqual([]);

    const { status, said, about } = await certified(settings, 'defect');
    expect(status).toBe(1);
    expect(said).toContain(`✗ the kept story ${file} breaks refund.exceeds-paid`);
    expect(about).toMatchObject({ outcome: 'failed', reason: expect.stringContaining(`the kept story ${file}: `) });
    const sightings = readFileSync(join(folder, 'defect', 'sightings.ndjson'), 'utf8')
      .trim()
      .split('\n');
    const told = sightings.map((line) => JSON.parse(line)).find(({ what }) => what === KEPT);
    expect(told.seen).toEqual({ name: file, exchanges: [1, 2, 3] });
  } finally {
    await stop();
  }

  const reference = await mended();
  const { status, said, about } = await certified(reference.settings, 'mended').finally(reference.stop);
  expect(status).toBe(0);
  expect(said).toContain('1 kept story was told first, none breaks a rule');
  expect(about).toMatchObject({ outcome: 'passed' });
});

test('a folder that is named has to be there, and to hold stories alone', async () => {
  await expect(readKept('--kept', join(folder, 'nowhere'))).rejects.toThrow(/--kept: .*nowhere is no folder/);
  const broken = mkdtempSync(join(folder, 'broken-'));
  const story = { version: 1, breaks: 'refund.created', reason: '', seed: 1, story: [{ seconds: 1 }] };
  writeFileSync(join(broken, 'story.json'), JSON.stringify(story));
  expect(await readKept('--kept', broken)).toEqual([{ name: 'story.json', file: story }]);
  writeFileSync(join(broken, 'story.json'), JSON.stringify({ ...story, also: 'this' }));
  await expect(readKept('--kept', broken)).rejects.toThrow(/story\.json is no story that the command explore wrote/);
});
