import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { answering } from '../../interface/control/answering.support.ts';
import { BOUNDED, certify, merchantAt, newFolder, outcomeOf } from './command.support.ts';

interface Disk {
  /** The largest size of any file, in blocks of 512 bytes: further writes fail as on a full disk. */
  readonly blocks?: number;
  readonly settings?: Readonly<Record<string, string>>;
}

interface Running {
  interrupt(): void;
  /** From now on no file can grow. */
  fill(): void;
  said(words: string): Promise<void>;
}

const noUser = async () => {};

async function onFullDisk(
  asked: readonly string[],
  { blocks, settings = {} }: Disk,
  user: (running: Running) => Promise<void> = noUser,
) {
  const out = newFolder();
  const command = [process.execPath, join(import.meta.dirname, 'main.ts'), '--out', out, ...asked];
  const limited = ['-c', `ulimit -f ${blocks ?? 'unlimited'}; exec "$@"`, 'sh', ...command];
  const child = spawn('sh', limited, {
    env: { PATH: process.env.PATH, ...settings },
    timeout: BOUNDED * 1_000,
    killSignal: 'SIGKILL',
  });
  let stderr = '';
  let heard = () => {};
  child.stdout.resume();
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    heard();
  });
  const closed = once(child, 'close');
  await user({
    interrupt: () => child.kill('SIGINT'),
    fill: () => expect(spawnSync('prlimit', [`--pid=${child.pid}`, '--fsize=0:0']).status).toBe(0),
    said: (words) =>
      new Promise((resolve) => {
        heard = () => stderr.includes(words) && resolve();
        heard();
      }),
  });
  const [status] = await closed;
  expect(stderr).not.toMatch(/^\s+at |Unhandled|the suite itself failed/m);
  return { status: status as number | null, stderr, out };
}

const NO_ROOM = /^certify: .*the evidence cannot be kept: file too large \(EFBIG\)$/m;

test.each([
  ['while the run is on', 20, ['--chapter', 'refunds']],
  ['when its evidence is put together', 200, ['--chapter', 'banks']],
])('a disk that is full %s ends the run, in words', async (_, blocks, asked) => {
  const { status, stderr, out } = await onFullDisk(asked, { blocks });
  expect(stderr).toMatch(NO_ROOM);
  expect([status, existsSync(join(out, 'certificate.json'))]).toEqual([2, false]);
});

/** A target that does not answer requests for a record, so that a run waits; `read` resolves at the first such request. */
async function silent() {
  let readWas = () => {};
  const read = new Promise<void>((resolve) => {
    readWas = resolve;
  });
  const held = { reads: true };
  const createdAt = new Date().toISOString();
  const checkout = { id: 'chk_1', status: 'pending', checkoutUrl: 'https://pay.example/1', createdAt };
  const { url } = await answering(({ method, path, body }) => {
    if (path === '/v1/banks') return [200, []];
    if (method === 'POST')
      return [201, { ...checkout, reference: (JSON.parse(body) as { reference: string }).reference }];
    readWas();
    if (held.reads) return () => {};
    return [200, { ...checkout, reference: path.split('/').at(-1) }];
  });
  return { settings: merchantAt(url), read, held };
}

const waiting = 'checkout.record-created-at';
const asksFor = ['--requirement', waiting];

/** Resumes the run in this folder, with room on the disk again. */
async function goneOn(out: string, { settings, held }: Awaited<ReturnType<typeof silent>>) {
  held.reads = false;
  const ended = await certify(['--resume'], settings, undefined, out);
  return [outcomeOf(ended, waiting), ended.certificate?.interrupted];
}

describe.concurrent('Ctrl-C where the disk', () => {
  test.runIf(process.platform === 'linux')(
    'has just filled ends a run that waits; it goes on when there is room',
    async () => {
      const target = await silent();
      const { status, stderr, out } = await onFullDisk(asksFor, target, async ({ fill, interrupt }) => {
        await target.read;
        fill();
        interrupt();
      });
      expect(stderr).toMatch(NO_ROOM);
      expect([status, existsSync(join(out, 'certificate.json'))]).toEqual([2, false]);
      expect(await goneOn(out, target)).toEqual(['passed', false]);
    },
  );

  test.runIf(process.platform === 'linux')('has just filled ends a run of which no journal is kept', async () => {
    const { status, stderr, out } = await onFullDisk(
      ['--chapter', 'refunds'],
      {},
      async ({ said, fill, interrupt }) => {
        await said('certifying the embedded reference');
        fill();
        interrupt();
      },
    );
    expect(stderr).toMatch(NO_ROOM);
    expect([status, existsSync(join(out, 'certificate.json'))]).toEqual([2, false]);
  });

  test('has room for the journal, but none for the certificate, ends the run; it goes on when there is room', async () => {
    const target = await silent();
    const { status, stderr, out } = await onFullDisk(asksFor, { ...target, blocks: 200 }, async ({ interrupt }) => {
      await target.read;
      interrupt();
    });
    expect(stderr).toMatch(NO_ROOM);
    expect([status, existsSync(join(out, 'certificate.json'))]).toEqual([2, false]);
    expect(await goneOn(out, target)).toEqual(['passed', false]);
  });
});
