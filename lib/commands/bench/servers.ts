import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { captureInThread } from '../../engine/webhooks/in-thread.ts';

/** The servers that are measured, each in a separate process so that it can use another core. */
export type Served = 'answers' | 'reads' | 'captures';

export const SECRET = 'whsec_bench';

export async function serve(which: Served): Promise<{ port: number; cpuSeconds(): Promise<number>; stop(): void }> {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), [which], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [port] = (await once(child, 'message')) as [number];
  return {
    port,
    /** CPU seconds that the process has used so far. */
    async cpuSeconds() {
      child.send('cpu');
      const [seconds] = (await once(child, 'message')) as [number];
      return seconds;
    },
    stop: () => child.kill(),
  };
}

const record = JSON.stringify({
  id: 'chk_1',
  reference: 'order-1',
  checkoutUrl: 'http://127.0.0.1/pay/1',
  status: 'pending',
});

const servers: Readonly<Record<Served, () => Promise<number>>> = {
  answers: () =>
    listening((_request, response) => {
      response.writeHead(201, { 'content-type': 'application/json' }).end(record);
    }),
  /** Reads bodies and discards them. */
  reads: () =>
    listening((_request, response) => {
      response.writeHead(200).end();
    }),
  /** The capture server as a run with a public URL uses it: one path, every delivery verified and kept. */
  captures: async () => {
    const capture = await captureInThread({
      host: '127.0.0.1',
      port: 0,
      path: '/hook',
      mark: 'bench',
      expected: [['/hook', SECRET]],
      store: null,
    });
    return Number(new URL(capture.url).port);
  },
};

async function listening(
  answer: (request: unknown, response: import('node:http').ServerResponse) => void,
): Promise<number> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(request, response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const which = process.argv[2];
if (process.send !== undefined && which !== undefined && which in servers) {
  process.send(await servers[which as Served]());
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.((user + system) / 1_000_000);
  });
  process.on('disconnect', () => process.exit());
}
