import { RunImpossible } from '../checks/outcome.ts';
import type { Durable } from '../durable/durable.ts';
import { captureInThread, type ThreadListener } from '../webhooks/in-thread.ts';
import type { Capture } from '../webhooks/server.ts';
import type { Mark } from './disguise/names.ts';
import type { CaptureSettings } from './target.ts';

/** The capture server of a run, and where the webhooks of its merchants arrive. */
export interface Listening {
  readonly capture: Capture;
  readonly deliveryRoutes: DeliveryRoutes;
}

/** Tells the capture server at which path a merchant's webhooks arrive. */
export interface DeliveryRoutes {
  expect(path: string, secret: string | null): void;
}

/** Starts the capture server of a run. If CAPTURE_PUBLIC_URL is set, it serves only that path and scripted ones. Throws RunImpossible. */
export async function listen(
  { host, port, publicUrl }: CaptureSettings,
  mark: Mark,
  durable: Durable | null = null,
  listener?: ThreadListener,
): Promise<Listening> {
  // Read before the first webhook arrives: its classification needs the paths of merchants and the earlier deliveries.
  const expected = durable?.rememberedRoutes() ?? [];
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
        const route = [path, secret].join(' ');
        if (known.has(route)) return;
        known.add(route);
        durable?.rememberRoute(path, secret);
        capture.expect(path, secret);
      },
    },
  };
}

/** Path and query of an address, as the target of a request has them. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
