import { once } from 'node:events';
import { createServer } from 'node:http';
import {
  Blocked,
  type CheckContext,
  check,
  expect,
  NotExercised,
  observation,
  of,
  shared,
} from '../../../lib/interface/index.ts';
import { retried, sent, whenInstead } from '../support.ts';
import { laterBy, timesOf } from './timing.ts';

/** Seconds of real time for which an attempt is not answered: longer than senders are likely to wait. */
export const PATIENCE = 150;

/** An attempt whose timestamp is this many seconds after that of the first is not a duplicate of it. */
const APART = 30;

/**
 * A delivery whose first attempt is not answered, and after how many milliseconds the sender gave up. The retry, which is acknowledged, is
 * found by its timestamp: if the clock is advanced, it may come in the same step as the time-out.
 */
const unanswered = shared('a delivery that is not answered', ['webhooks'], async (context) => {
  const kept = await keptWaiting(context);
  // If a duplicate of the first attempt was acknowledged, no retry is due: in that case it is repeated once.
  const duplicated = kept.retry() === undefined && kept.event.all().length > 1;
  return duplicated ? await keptWaiting(context) : kept;
});

async function keptWaiting(context: CheckContext) {
  const event = await sent(context, [{ status: 500, delayMs: PATIENCE * 1_000 }, 200]);
  const first = event.first.verification.timestamp ?? 0;
  const retry = () => event.all().find(({ verification }) => (verification.timestamp ?? 0) >= first + APART);
  const gaveUp = () => event.first.delivery.senderClosedAfterMs ?? undefined;
  await context.time.until('the sender gives up', 115, () => gaveUp() ?? retry()?.delivery.seq);
  if (gaveUp() !== undefined) await context.time.until('the retry after a time-out', 115, retry);
  return { event, retry, gaveUpAfterMs: gaveUp(), when: () => whenInstead(timesOf(event.came()).value, 60) };
}

check(
  'delivery.timeout-retried',
  'an attempt that is not answered is followed by another',
  async (context) => {
    const { event, gaveUpAfterMs, retry, when } = await unanswered(context);
    if (retry() === undefined && gaveUpAfterMs === undefined) {
      throw new NotExercised('the sender did not give up in 2 minutes, and how long its time-out is, is not shown');
    }

    expect(laterBy(event.came(), event.first, APART)).toHaveCome(`after a time-out ${when()}`);
  },
  { realTime: true },
);

observation('delivery.timeout', async (context) => {
  const { gaveUpAfterMs } = await unanswered(context);
  return gaveUpAfterMs === undefined
    ? 'it was not seen that the sender gave up'
    : `given up after ${(gaveUpAfterMs / 1_000).toFixed(1)} s`;
});

check(
  'delivery.connection-failure-retried',
  'the connection is refused',
  async (context) => {
    const { merchant, console, data, time } = context;
    const address = await closedAddress(context);
    await console.change(merchant, { webhookUrl: `http://${address.shown}:${address.port}/hook` });
    const reference = data.reference('pay');
    const began = time.now();
    await merchant.settles(await merchant.payout({ reference }));
    await time.wait(25, 'the first attempt is refused');

    const opened = await open(address, reference);
    try {
      // How soon the first attempt is made is not shown.
      await time.until('the retry', Math.min(merchant.webhooks.arrival + 100, Math.max(100, time.maxWait)), () =>
        opened.arrived() ? true : undefined,
      );
      if (!opened.arrived()) time.mustHaveListened(began, time.now(), 'the retry after a refused connection');
      if (!opened.arrived()) await retried(context);
      const seen = context.sees('what arrived at the address that was closed', { requests: opened.requests });
      expect(of(seen, 'requests'), 'a retry').not.toBeEmpty();
    } finally {
      opened.close();
    }
  },
  { needs: ['webhook-url'] },
);

interface Address {
  host: string;
  /** As written in a URL. */
  shown: string;
  port: number;
}

/** An address at which the capture server could be, but where nothing listens. */
async function closedAddress({ capture, data }: CheckContext): Promise<Address> {
  const { host } = capture;
  if (host === null) throw new NotExercised('all webhooks arrive at one fixed address');
  // Not an ephemeral port, so that no other process gets it while it is closed.
  const port = data.port();
  const server = createServer().listen(port, host);
  await once(server, 'listening').catch((error: Error) => {
    throw new NotExercised(`port ${port} is not free: ${error.message}`);
  });
  server.close();
  await once(server, 'close');
  return { host, port, shown: new URL(capture.url).hostname };
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
