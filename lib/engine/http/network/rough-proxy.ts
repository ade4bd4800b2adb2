import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** How unreliable the connection is. Probabilities from 0 to 1; one outcome is drawn for each request. */
export interface Roughness {
  /** Mean of the round-trip time, and the maximum deviation from it, in milliseconds. */
  readonly latencyMs?: number;
  readonly jitterMs?: number;
  /** The connection is reset before the request arrives. */
  readonly lostRequests?: number;
  /** The request arrives, and the connection is reset at once, while the request is processed. */
  readonly cutRequests?: number;
  /** The request arrives; its answer is lost in a reset. */
  readonly lostAnswers?: number;
  /** The connection ends in the middle of the answer: in its headers or in its body. */
  readonly cutAnswers?: number;
  /** The request is answered with 500 and not forwarded. */
  readonly errors?: number;
  readonly seed?: number;
  /** Every connection is reset, as if no server were there. */
  readonly down?: boolean;
}

export type Mishap = 'lost request' | 'cut request' | 'lost answer' | 'cut answer' | 'error';

export interface RoughProxy {
  /** `http://127.0.0.1:port`, with the path of the address that it forwards to. */
  readonly url: string;
  /** How often each mishap has occurred. */
  readonly mishaps: Readonly<Record<Mishap, number>>;
  /** Number of connections so far. */
  readonly connections: number;
  /** Changes the roughness from now on. */
  become(roughness: Roughness): void;
  close(): Promise<void>;
}

/** A TCP proxy on loopback in front of an http address: data arrives late, in part, or not at all. */
export async function startRoughProxy(to: string, roughness: Roughness = {}): Promise<RoughProxy> {
  const { hostname, port, pathname, protocol } = new URL(to);
  const state = { roughness, random: randomNumbers(roughness.seed ?? 1) };
  const mishaps = { 'lost request': 0, 'cut request': 0, 'lost answer': 0, 'cut answer': 0, error: 0 };
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer({ noDelay: true }, (near) => {
    connections++;
    if (state.roughness.down) return void near.on('error', () => {}).resetAndDestroy();
    const far = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port), noDelay: true });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    join(near, far, state, (mishap) => mishaps[mishap]++);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const path = pathname.replace(/\/+$/, '');
  return {
    url: `${protocol}//127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    mishaps,
    get connections() {
      return connections;
    },
    become: (next) => {
      state.roughness = next;
      if (next.down) for (const socket of sockets) socket.resetAndDestroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

interface ProxyState {
  roughness: Roughness;
  readonly random: () => number;
}

function join(near: Socket, far: Socket, state: ProxyState, countMishap: (mishap: Mishap) => void): void {
  let currentMishap: Mishap | null = null;
  const closeBoth = () => {
    near.resetAndDestroy();
    far.destroy();
  };
  const sendOn = lateDelivery(state);
  const sendBack = lateDelivery(state);
  let first = true;

  near.on('data', (chunk) => {
    currentMishap = drawMishap(state);
    if (currentMishap !== null) countMishap(currentMishap);
    const lost = currentMishap === 'lost request';
    // The first request is delayed by one more trip, for the connection that the kernel has already made.
    if (currentMishap === 'error') {
      near.end('HTTP/1.1 500 Oh\r\nContent-Type: text/plain\r\nContent-Length: 4\r\nConnection: close\r\n\r\noops');
      return void far.destroy();
    }
    const cut = currentMishap === 'cut request';
    sendOn(first ? 2 : 1, () => {
      if (lost) return closeBoth();
      far.write(chunk);
      // The far end is not told: it notices when it answers.
      if (cut) near.resetAndDestroy();
    });
    first = false;
  });
  far.on('data', (chunk) => {
    const mishap = currentMishap;
    if (mishap === 'cut request') return;
    if (mishap === 'cut answer') {
      const part = chunk.subarray(0, Math.floor(state.random() * chunk.length));
      sendBack(1, () => {
        near.write(part);
        near.end();
        far.destroy();
      });
    } else sendBack(1, () => (mishap === 'lost answer' ? closeBoth() : near.write(chunk)));
  });
  near.on('end', () => sendOn(1, () => far.end()));
  far.on('end', () => sendBack(1, () => near.end()));
  near.on('close', () => {
    if (currentMishap === 'cut request') far.end();
    else sendOn(1, () => far.destroy());
  });
  far.on('close', () => sendBack(1, () => near.destroy()));
}

function drawMishap({ roughness, random }: ProxyState): Mishap | null {
  const { lostRequests = 0, cutRequests = 0, lostAnswers = 0, cutAnswers = 0, errors = 0 } = roughness;
  const lot = random();
  if (lot < lostRequests) return 'lost request';
  if (lot < lostRequests + lostAnswers) return 'lost answer';
  if (lot < lostRequests + lostAnswers + cutAnswers) return 'cut answer';
  if (lot < lostRequests + lostAnswers + cutAnswers + errors) return 'error';
  return lot < lostRequests + lostAnswers + cutAnswers + errors + cutRequests ? 'cut request' : null;
}

/** Delivers one direction's data late, in the order in which it was sent. */
function lateDelivery(state: ProxyState): (trips: number, deliver: () => void) => void {
  let queue: { at: number; deliver: () => void }[] = [];
  const proceed = () => {
    const now = performance.now();
    const due = queue.filter(({ at }) => at <= now);
    queue = queue.slice(due.length);
    for (const { deliver } of due) deliver();
    const [next] = queue;
    if (next !== undefined) setTimeout(proceed, Math.max(0, next.at - now));
  };
  return (trips, deliver) => {
    const { latencyMs = 0, jitterMs = 0 } = state.roughness;
    const ms = Math.max(0, latencyMs + (state.random() * 2 - 1) * jitterMs) / 2;
    if (ms === 0 && queue.length === 0) return deliver();
    const at = Math.max(performance.now() + ms * trips, queue.at(-1)?.at ?? 0);
    if (queue.push({ at, deliver }) === 1) setTimeout(proceed, Math.max(0, at - performance.now()));
  };
}

/** Pseudo-random numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
