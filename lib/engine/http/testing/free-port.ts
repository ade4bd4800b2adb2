import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections (from 32768 on Linux, 49152 elsewhere): any outgoing connection could take
 * one of those before it is listened on, and a client that keeps dialling it could even connect to itself.
 */
const [FIRST, END] = [20_000, 32_768];

/** A port of 127.0.0.1 that is not in use, and that the system gives only to programs that ask for it by number. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const free = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (free) await new Promise((resolve) => server.close(resolve));
  return free;
}
