import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BOUNDED, newFolder } from './command.support.ts';

/** The embedded reference, with no more room in any file than so many blocks of 512 bytes: writing on fails as on a full disk. */
function withRoomFor(blocks: number, asked: readonly string[]) {
  const out = newFolder();
  const command = [process.execPath, join(import.meta.dirname, 'main.ts'), '--out', out, ...asked];
  const limited = ['-c', `ulimit -f ${blocks}; exec "$@"`, 'sh', ...command];
  const timeout = BOUNDED * 1_000;
  const ran = spawnSync('sh', limited, {
    env: { PATH: process.env.PATH },
    encoding: 'utf8',
    timeout,
    killSignal: 'SIGKILL',
  });
  return { ...ran, out };
}

test.each([
  ['while the run is on', 20, ['--chapter', 'refunds']],
  ['when its evidence is put together', 200, ['--chapter', 'banks']],
])('a disk that is full %s ends the run, in words', (_, blocks, asked) => {
  const { status, stderr, out } = withRoomFor(blocks, asked);
  expect(stderr).toMatch(/^certify: .*the evidence cannot be kept: file too large \(EFBIG\)$/m);
  expect([status, existsSync(join(out, 'certificate.json'))]).toEqual([2, false]);
  expect(stderr).not.toMatch(/^\s+at |Unhandled|the suite itself failed/m);
});
