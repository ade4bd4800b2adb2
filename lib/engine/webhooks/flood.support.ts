import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * A separate program that floods a capture server: `node flood.support.ts URL COUNT PER_SECOND`. It waits until a server listens there,
 * sends COUNT forgeries over eight connections at PER_SECOND at the most, and ends by itself, or earlier on SIGTERM, when all that it has
 * sent is answered. Every tenth request goes to another path. It prints the number of answers, by status.
 */
const CONNECTIONS = 8;
const TICK_MS = 20;
/** A server that is slower than PER_SECOND gets no more than these at once: what piles up is not the server's work. */
const UNANSWERED_AT_MOST = 2_000;
const GIVES_UP_AFTER_MS = 600_000;

const [url = '', count = '0', perSecond = '1000'] = process.argv.slice(2);
const { hostname, port, pathname, search } = new URL(url);
let left = Number(count);
const statuses = new Map<string, number>();
setTimeout(() => end(), GIVES_UP_AFTER_MS).unref();
process.on('SIGTERM', () => {
  left = 0;
});

// The first server may only have tested whether the port is free, and be gone at once.
while (!(await flood())) await delay(TICK_MS);
end();

/** Returns false if the server was gone before everything was sent. */
async function flood(): Promise<boolean> {
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, dial));
  const alive = () => sockets.filter(({ destroyed }) => !destroyed);
  const answered = () => [...statuses.values()].reduce((sum, each) => sum + each, 0);
  let sent = 0;
  const began = performance.now();
  for (let open = alive(); sent < left && open.length > 0; open = alive()) {
    const atThisRate = ((performance.now() - began) / 1_000) * Number(perSecond);
    const due = Math.min(left, atThisRate, answered() + UNANSWERED_AT_MOST);
    while (sent < due) {
      // This connection may have been to a server that only tested the port.
      open[sent % open.length]?.write(forgery(sent));
      sent++;
    }
    await delay(TICK_MS);
  }
  while (answered() < sent && alive().length > 0) await delay(TICK_MS);
  return sent >= left;
}

async function dial(): Promise<Socket> {
  for (;;) {
    if (left === 0) end();
    const socket = connect(Number(port), hostname);
    try {
      await once(socket, 'connect');
    } catch {
      await delay(TICK_MS);
      continue;
    }
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      for (const [, status = ''] of chunk.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3})/g)) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    });
    return socket;
  }
}

/** Looks like an event of the service, but contains nothing of the run, and is signed without the secret. */
function forgery(at: number): string {
  const path = at % 10 === 9 ? `/elsewhere/${at}` : pathname + search;
  const event = ['payout.succeeded', 'payment.succeeded', 'escrow.cancelled', 'refund.failed'][at % 4];
  const amountMinor = 100_000 + ((at * 7_919) % 400_000);
  const body = JSON.stringify({
    id: `evt_forged_${at}`,
    event,
    reference: `order-${at}`,
    amountMinor,
    currency: 'NGN',
    occurredAt: new Date().toISOString(),
  });
  const signature = at.toString(16).padStart(64, 'a');
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${hostname}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    `x-service-timestamp: ${Math.floor(Date.now() / 1_000)}`,
    `x-service-signature: ${signature}`,
    `x-service-signature-v2: ${signature}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

function end(): never {
  console.log(JSON.stringify(Object.fromEntries(statuses)));
  process.exit(0);
}
