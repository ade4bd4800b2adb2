import { once } from 'node:events';
import { createServer } from 'node:http';
import {
  Blocked,
  expect,
  type Given,
  NotExercised,
  observation,
  of,
  requirement,
  shared,
} from '../../lib/harness/index.ts';
import { retried, sent } from './support.ts';

/** Real time, in seconds, for which an attempt is kept waiting: longer than any sender is likely to wait. */
const PATIENCE = 150;

/** A delivery whose first attempt got no answer, and after how many milliseconds its sender gave up. */
const unanswered = shared('a delivery that is not answered', ['webhooks'], async (given) => {
  const event = await sent(given, { status: 500, delayMs: PATIENCE * 1_000 });
  await given.time.wait(2, 'duplicates of the first attempt come');
  const after = event.latest();
  const gaveUp = () => event.first.delivery.senderClosedAfterMs ?? undefined;
  const again = () => (event.all().some(({ delivery }) => delivery.seq > after) ? true : undefined);
  await given.time.until('the sender gives up', 115, () => gaveUp() ?? again());
  event.answer(200);
  const retried = () => event.another('the retry after a time-out', { after, within: 90 });
  return { gaveUpAfterMs: gaveUp(), retried, came: () => event.came(after) };
});

requirement('delivery.timeout-retried', 'an attempt that is not answered is followed by another', async (given) => {
  const { gaveUpAfterMs, retried, came } = await unanswered(given);
  const retry = await retried();
  if (retry === undefined && gaveUpAfterMs === undefined) {
    throw new Blocked('the sender did not give up in 2 minutes, and how long its time-out is, is not shown');
  }

  expect(came(), 'a retry after the time-out').not.toBeEmpty();
});

observation('delivery.timeout', async (given) => {
  const { gaveUpAfterMs } = await unanswered(given);
  return gaveUpAfterMs === undefined
    ? 'it was not seen that the sender gave up'
    : `given up after ${(gaveUpAfterMs / 1_000).toFixed(1)} s`;
});

requirement(
  'delivery.connection-failure-retried',
  'the connection is refused',
  async (given) => {
    const { merchant, console, fresh, time } = given;
    const address = await closedAddress(given);
    await console.change(merchant, { webhookUrl: `http://${address.shown}:${address.port}/hook` });
    const reference = fresh.reference('pay');
    const began = time.now();
    await merchant.settles(await merchant.payout({ reference }));
    await time.wait(25, 'the first attempt is refused');

    const opened = await open(address, reference);
    try {
      await time.until('the retry', 90, () => (opened.arrived() ? true : undefined));
      if (!opened.arrived()) time.mustHaveListened(began, time.now(), 'the retry after a refused connection');
      if (!opened.arrived()) await retried(given);
      const seen = given.sees('what arrived at the address that was closed', { requests: opened.requests });
      expect(of(seen, 'requests'), 'a retry').not.toBeEmpty();
    } finally {
      opened.close();
    }
  },
  { needs: ['webhook-url'] },
);

interface Address {
  host: string;
  /** As it stands in a URL. */
  shown: string;
  port: number;
}

/** An address at which the capture server could be, where nothing listens. */
async function closedAddress({ run, fresh }: Given): Promise<Address> {
  if (run.target.capture.publicUrl !== null) throw new NotExercised('all webhooks arrive at one fixed address');
  const { host } = run.target.capture;
  // Not one of the ports that a system hands out by itself: nobody else gets it while it is closed.
  const port = fresh.port();
  const server = createServer().listen(port, host);
  await once(server, 'listening').catch((error: Error) => {
    throw new NotExercised(`port ${port} is not free: ${error.message}`);
  });
  server.close();
  await once(server, 'close');
  return { host, port, shown: new URL(run.capture.url).hostname };
}

async function open({ host, port }: Address, reference: string) {
  const requests: { method: string; body: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      if (request.method === 'POST' && body.includes(reference)) requests.push({ method: request.method, body });
      response.writeHead(200).end();
    });
  }).listen(port, host);
  await once(server, 'listening').catch((error: Error) => {
    throw new Blocked(`port ${port} is in use meanwhile: ${error.message}`);
  });
  return {
    requests,
    arrived: () => requests.length > 0,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
