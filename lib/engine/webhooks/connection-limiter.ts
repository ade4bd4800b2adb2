import { BlockList, isIPv6, type Socket } from 'node:net';
import type { ConnectionLimits } from './types.ts';

/** Milliseconds without data after which a connection may be closed in favour of a new one. */
const MIN_IDLE_MS = 1_000;

/** How many useless requests an address may send again each second. */
const USELESS_PER_SECOND = 20;

/** How many addresses are remembered; beyond that, the one known longest that has no connection is forgotten. */
const MAX_SENDERS = 10_000;

interface Connection {
  readonly address: string;
  readonly sender: Sender;
  /** When data last came (`performance.now()`). */
  lastDataAt: number;
  /** Its request is complete and its answer is delayed by a script: it is not the sender that is slow. */
  isHeld: boolean;
}

interface Sender {
  connections: number;
  /** How many useless requests it may still send. */
  credit: number;
  /** When `credit` was last computed (`performance.now()`). */
  creditAt: number;
  /** A genuine delivery came from this address: it is the awaited sender, or a proxy in front of it. */
  isTrusted: boolean;
}

/**
 * Bounds the number of connections, and shuts out addresses that send many useless requests. No connection is refused while an idle one
 * can be closed instead: so neither idle connections nor slow senders keep the awaited sender out.
 */
export class ConnectionLimiter {
  refused = 0;
  readonly #limits: ConnectionLimits;
  readonly #connections = new Map<Socket, Connection>();
  readonly #senders = new Map<string, Sender>();

  constructor(limits: Partial<ConnectionLimits> = {}) {
    this.#limits = { connections: 1_000, connectionsOfOne: 250, uselessRequests: 200, isShared: isLocal, ...limits };
  }

  /** To be called for each new connection; destroys one that is refused. */
  accept(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    const sender = this.#sender(address);
    if (!this.#admits(address, sender)) {
      this.refused += 1;
      socket.destroy();
      return;
    }
    sender.connections += 1;
    this.#connections.set(socket, { address, sender, lastDataAt: performance.now(), isHeld: false });
    socket.once('close', () => this.#remove(socket));
  }

  /** Stops counting a connection; further calls for the same one do nothing. */
  #remove(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (!this.#connections.delete(socket) || connection === undefined) return;
    connection.sender.connections -= 1;
  }

  /** Data came on this connection. */
  touch(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection !== undefined) connection.lastDataAt = performance.now();
  }

  /** From now on this connection waits for its answer, and is not closed in favour of another. */
  hold(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection !== undefined) connection.isHeld = true;
  }

  /** A genuine delivery came on this connection. */
  trust(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection !== undefined) this.#sender(connection.address).isTrusted = true;
  }

  /** A useless request came. Returns whether its address has sent too many. */
  countUseless(socket: Socket): boolean {
    const address = this.#connections.get(socket)?.address;
    if (address === undefined || this.#limits.isShared(address)) return false;
    const sender = this.#sender(address);
    if (sender.isTrusted) return false;
    sender.credit = Math.max(0, this.#credit(sender) - 1);
    return sender.credit < 1;
  }

  #admits(address: string, sender: Sender): boolean {
    const { connections, connectionsOfOne, isShared } = this.#limits;
    if (!isShared(address)) {
      if (!sender.isTrusted && this.#credit(sender) < 1) return false;
      if (!this.#makeRoom(sender.connections, connectionsOfOne, (connection) => connection.address === address))
        return false;
    }
    return this.#makeRoom(this.#connections.size, connections, () => true);
  }

  /** Whether there is room for one more connection, if need be by closing the quietest of those in `among`. */
  #makeRoom(present: number, max: number, among: (connection: Connection) => boolean): boolean {
    if (present < max) return true;
    let quietest: Socket | undefined;
    let since = performance.now() - MIN_IDLE_MS;
    for (const [socket, connection] of this.#connections) {
      if (connection.isHeld || connection.lastDataAt > since || !among(connection)) continue;
      quietest = socket;
      since = connection.lastDataAt;
    }
    if (quietest === undefined) return present < 2 * max;
    this.refused += 1;
    // Removed at once, and not when the system closes it: the next connection must not count it.
    this.#remove(quietest);
    quietest.destroy();
    return true;
  }

  #credit(sender: Sender): number {
    const now = performance.now();
    sender.credit = Math.min(
      this.#limits.uselessRequests,
      sender.credit + ((now - sender.creditAt) / 1_000) * USELESS_PER_SECOND,
    );
    sender.creditAt = now;
    return sender.credit;
  }

  #sender(address: string): Sender {
    let sender = this.#senders.get(address);
    if (sender !== undefined) return sender;
    sender = { connections: 0, credit: this.#limits.uselessRequests, creditAt: performance.now(), isTrusted: false };
    if (this.#senders.size >= MAX_SENDERS) this.#forgetOldestSender();
    this.#senders.set(address, sender);
    return sender;
  }

  #forgetOldestSender(): void {
    for (const [address, { connections }] of this.#senders) {
      if (connections > 0) continue;
      this.#senders.delete(address);
      return;
    }
  }
}

const localRanges = new BlockList();
for (const [address, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  localRanges.addSubnet(address, prefix, 'ipv4');
}
for (const [address, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  localRanges.addSubnet(address, prefix, 'ipv6');
}

/** Whether it is an address of this machine or of a private network. */
export function isLocal(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '').replace(/%.*$/, '');
  return localRanges.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}
