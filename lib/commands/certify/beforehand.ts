import { constants, existsSync } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type CaptureSettings, SettingsError } from '../../engine/run/target.ts';
import { startCapture } from '../../engine/webhooks/server.ts';
import { Unreachable } from '../../interface/target/probe-target.ts';
import type { Settings } from '../../interface/target/settings.ts';

/** Creates the folder and checks that it is writable, so that an error is reported before anything is sent. */
export async function mayWrite(option: string, folder: string): Promise<void> {
  try {
    // Creates one level at a time: a recursive mkdir never returns where no folder can be made, such as below /proc.
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

/** Throws if the port of the capture server is in use, before anything is sent. */
export async function portIsFree({ capture: { host, port } }: Settings): Promise<void> {
  const capture = await startCapture({ host, port }).catch((error: unknown) => {
    throw new Unreachable(`CAPTURE_LISTEN: ${error instanceof Error ? error.message : String(error)}`);
  });
  await capture.close();
}

/** An address that others know leads to one port, which has to be chosen. */
export function warnOfOpenPort({ publicUrl, port }: CaptureSettings): void {
  if (publicUrl !== null && port === 0) {
    console.error('warning: CAPTURE_PUBLIC_URL is set, but CAPTURE_LISTEN leaves the port open: can it lead there?');
  }
}
