import { constants, existsSync } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SettingsError } from '../../engine/run/target.ts';
import { startCapture } from '../../engine/webhooks/server.ts';
import { Unreachable } from '../../interface/target/probe-target.ts';
import type { Settings } from '../../interface/target/settings.ts';

/** A folder that cannot be written to is told before anything is sent. */
export async function mayWrite(option: string, folder: string): Promise<void> {
  try {
    // One by one: made all at once, a folder where none can be made, such as below /proc, is tried for ever.
    if (!existsSync(folder)) {
      await mayWrite(option, dirname(folder));
      await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
    }
    await access(folder, constants.W_OK);
    if (!(await stat(folder)).isDirectory()) throw new Error('it is a file');
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    const why = error instanceof Error ? ('code' in error ? String(error.code) : error.message) : String(error);
    throw new SettingsError(`${option}: ${folder} is no folder that can be written to (${why})`);
  }
}

/** A busy port is told before anything is sent. */
export async function portIsFree({ capture: { host, port } }: Settings): Promise<void> {
  const capture = await startCapture({ host, port }).catch((error: unknown) => {
    throw new Unreachable(`CAPTURE_LISTEN: ${error instanceof Error ? error.message : String(error)}`);
  });
  await capture.close();
}
