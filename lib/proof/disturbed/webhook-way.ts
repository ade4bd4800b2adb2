import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy between the target and the harness's capture server. */
export interface WebhookWay {
  /** Environment variables for the harness. */
  readonly settings: Readonly<Record<'CAPTURE_LISTEN' | 'CAPTURE_PUBLIC_URL', string>>;
  /** Calls `tell` with the number of the webhook before each is forwarded, on its own connection. */
  onArrival(tell: (nth: number) => void): void;
  close(): void;
}

/** A proxy on loopback in this process, so that it keeps running while the harness is stopped. */
export async function openWebhookWay(): Promise<WebhookWay> {
  const there = await freePort();
  let arrived = (_nth: number) => {};
  let count = 0;
  const sockets = new Set<Socket>();
  const server = createServer((incoming) => {
    arrived(++count);
    const onward = connect(there, '127.0.0.1');
    for (const [socket, other] of [
      [incoming, onward],
      [onward, incoming],
    ] as const) {
      sockets.add(socket);
      socket.pipe(other);
      socket
        .on('error', () => other.destroy())
        .on('close', () => {
          sockets.delete(socket);
          other.destroy();
        });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    settings: {
      CAPTURE_LISTEN: `127.0.0.1:${there}`,
      CAPTURE_PUBLIC_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    onArrival(tell) {
      arrived = tell;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
