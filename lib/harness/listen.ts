import { type Capture, startCapture } from '../capture/server.ts';
import type { Settings } from '../target/settings.ts';
import type { Durable } from './durable.ts';
import { Origins } from './origins.ts';
import { RunImpossible } from './outcome.ts';

/** Where webhooks arrive, and whose they are. */
export interface Listening {
  readonly capture: Capture;
  readonly origins: Origins;
}

/** Starts the capture server of a run: in the open it serves the path of CAPTURE_PUBLIC_URL alone. Throws RunImpossible. */
export async function listen(
  { host, port, publicUrl }: Settings['capture'],
  mark: string,
  durable: Durable | null = null,
): Promise<Listening> {
  const expected = durable?.expected() ?? [];
  const restored = durable?.restored();
  const known = new Set(expected.map((each) => each.join(' ')));
  const origins = new Origins(mark, (path, secret) => {
    if (!known.has([path, secret].join(' '))) durable?.expects(path, secret);
  });
  // Whose webhooks arrive where must be known before the first of them comes, and what came before is no longer new.
  for (const [path, secret] of expected) origins.expect(path, secret);
  for (const { delivery } of restored?.deliveries ?? []) origins.came(delivery);
  const kept = durable && { restored, record: durable.record.bind(durable) };
  const fixed = publicUrl === null ? {} : { publicUrl, path: pathOf(publicUrl) };
  const capture = await startCapture({ host, port, ...fixed, ...kept, judge: origins.judge }).catch(
    (error: unknown) => {
      throw new RunImpossible(error instanceof Error ? error.message : String(error));
    },
  );
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
