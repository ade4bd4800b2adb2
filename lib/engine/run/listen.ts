import { RunImpossible } from '../checks/outcome.ts';
import type { Durable } from '../durable/durable.ts';
import { captureInThread, type ThreadListener } from '../webhooks/in-thread.ts';
import type { Capture } from '../webhooks/server.ts';
import type { Mark } from './disguise/names.ts';
import type { CaptureSettings } from './target.ts';

/** Where webhooks arrive, and whose they are. */
export interface Listening {
  readonly capture: Capture;
  readonly deliveryRoutes: DeliveryRoutes;
}

/** Tells the capture server which merchants' webhooks arrive where. */
export interface DeliveryRoutes {
  expect(path: string, secret: string | null): void;
}

/** Starts the capture server of a run: in the open it serves the path of CAPTURE_PUBLIC_URL alone. Throws RunImpossible. */
export async function listen(
  { host, port, publicUrl }: CaptureSettings,
  mark: Mark,
  durable: Durable | null = null,
  listener?: ThreadListener,
): Promise<Listening> {
  // Whose webhooks arrive where must be known before the first of them comes, and what came before is no longer new.
  const expected = durable?.expected() ?? [];
  const known = new Set(expected.map((each) => each.join(' ')));
  const fixed = publicUrl === null ? {} : { publicUrl, path: pathOf(publicUrl) };
  const store = durable?.webhooks ?? null;
  const capture = await captureInThread({ host, port, ...fixed, mark, expected, store }, listener).catch(
    (error: unknown) => {
      throw new RunImpossible(error instanceof Error ? error.message : String(error));
    },
  );
  return {
    capture,
    deliveryRoutes: {
      expect(path, secret) {
        const words = [path, secret].join(' ');
        if (known.has(words)) return;
        known.add(words);
        durable?.expects(path, secret);
        capture.expect(path, secret);
      },
    },
  };
}

/** An address's path as it comes in a request, query included. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
