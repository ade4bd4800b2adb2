import { setTimeout as delay } from 'node:timers/promises';
import type { Run } from '../../../engine/run/run.ts';
import type { Delivery } from '../../../engine/webhooks/server.ts';

/** How long a user at the terminal has to press Resend, in seconds. */
const PATIENCE = 60;

/** Asks the user at the terminal to let the target resend any webhook, and counts down. Null if none came, or if there is no terminal. */
export async function askForResend(
  { capture }: Pick<Run, 'capture'>,
  signal: AbortSignal,
  terminal: Pick<NodeJS.WriteStream, 'write'> | null = process.stdin.isTTY && process.stderr.isTTY
    ? process.stderr
    : null,
): Promise<Delivery | null> {
  if (terminal === null) return null;
  const began = performance.now();
  try {
    for (let left = PATIENCE; left > 0; left--) {
      terminal.write(`\r  no webhook yet: press Resend at any delivery in the console (${left} s, Ctrl-C ends) `);
      await delay(1_000, undefined, { signal });
      const came = [...capture.deliveries, ...capture.foreign].find(
        ({ mono, method }) => mono >= began && method === 'POST',
      );
      if (came !== undefined) return came;
    }
    return null;
  } finally {
    terminal.write(`\r${' '.repeat(90)}\r`);
  }
}
