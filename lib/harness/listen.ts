import { type Capture, startCapture } from '../capture/server.ts';
import type { Settings } from '../target/settings.ts';
import { Origins } from './origins.ts';
import { RunImpossible } from './outcome.ts';

/** Where webhooks arrive, and whose they are. */
export interface Listening {
  readonly capture: Capture;
  readonly origins: Origins;
}

/** Starts the capture server of a run: in the open it serves the path of CAPTURE_PUBLIC_URL alone. Throws RunImpossible. */
export async function listen({ host, port, publicUrl }: Settings['capture'], mark: string): Promise<Listening> {
  const origins = new Origins(mark);
  const fixed = publicUrl === null ? {} : { publicUrl, path: pathOf(publicUrl) };
  const capture = await startCapture({ host, port, ...fixed, judge: origins.judge }).catch((error: unknown) => {
    throw new RunImpossible(error instanceof Error ? error.message : String(error));
  });
  return { capture, origins };
}

/** An address's path as it comes in a request, query included. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** What every reference of a run has in it, and no other text. */
export function markOf({ startedAt, seed }: { readonly startedAt: number; readonly seed: number }): string {
  return `${startedAt.toString(36)}-${(seed >>> 0).toString(36)}`;
}
