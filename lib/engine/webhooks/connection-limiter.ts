import { BlockList, isIPv6, type Socket } from 'node:net';
import type { ConnectionLimits } from './types.ts';

/** Milliseconds without data after which a connection may be closed in favour of a new one. */
const QUIET_MS = 1_000;

/** How many useless requests an address may send again each second. */
const USELESS_PER_SECOND = 20;

/** How many addresses are remembered; beyond that, the one known longest that has no connection is forgotten. */
const REMEMBERED = 10_000;

interface Guest {
  readonly address: string;
  /** When data last came (`performance.now()`). */
  at: number;
  /** Its request is complete and its answer is delayed by a script: it is not the sender that is slow. */
  held: boolean;
}

interface Sender {
  connections: number;
  /** How many useless requests it may still send. */
  credit: number;
  /** When `credit` was last computed (`performance.now()`). */
  at: number;
  /** A genuine delivery came from this address: it is the awaited sender, or a proxy in front of it. */
  trusted: boolean;
}

/**
 * Bounds the number of connections, and shuts out addresses that send many useless requests. No connection is refused while an idle one
 * can be closed instead: so neither idle connections nor slow senders keep the awaited sender out.
 */
export class ConnectionLimiter {
  refused = 0;
  readonly #limits: ConnectionLimits;
  readonly #guests = new Map<Socket, Guest>();
  readonly #senders = new Map<string, Sender>();

  constructor(limits: Partial<ConnectionLimits> = {}) {
    this.#limits = { connections: 1_000, connectionsOfOne: 250, useless: 200, isShared: isLocal, ...limits };
  }

  /** To be called for each new connection; destroys one that is refused. */
  enter(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    const sender = this.#sender(address);
    if (!this.#mayCome(address, sender)) {
      this.refused += 1;
      socket.destroy();
      return;
    }
    sender.connections += 1;
    this.#guests.set(socket, { address, at: performance.now(), held: false });
    socket.once('close', () => {
      this.#guests.delete(socket);
      sender.connections -= 1;
    });
  }

  /** Data came on this connection. */
  heard(socket: Socket): void {
    const guest = this.#guests.get(socket);
    if (guest !== undefined) guest.at = performance.now();
  }

  /** From now on this connection waits for its answer, and is not closed in favour of another. */
  hold(socket: Socket): void {
    const guest = this.#guests.get(socket);
    if (guest !== undefined) guest.held = true;
  }

  /** A genuine delivery came on this connection. */
  trust(socket: Socket): void {
    const guest = this.#guests.get(socket);
    if (guest !== undefined) this.#sender(guest.address).trusted = true;
  }

  /** A useless request came. Returns whether its address has sent too many. */
  useless(socket: Socket): boolean {
    const address = this.#guests.get(socket)?.address;
    if (address === undefined || this.#limits.isShared(address)) return false;
    const sender = this.#sender(address);
    if (sender.trusted) return false;
    sender.credit = Math.max(0, this.#credit(sender) - 1);
    return sender.credit < 1;
  }

  #mayCome(address: string, sender: Sender): boolean {
    const { connections, connectionsOfOne, isShared } = this.#limits;
    if (!isShared(address)) {
      if (!sender.trusted && this.#credit(sender) < 1) return false;
      if (!this.#room(sender.connections, connectionsOfOne, (guest) => guest.address === address)) return false;
    }
    return this.#room(this.#guests.size, connections, () => true);
  }

  /** Whether there is room for one more connection, if need be by closing the quietest of those in `among`. */
  #room(present: number, most: number, among: (guest: Guest) => boolean): boolean {
    if (present < most) return true;
    let quietest: Socket | undefined;
    let since = performance.now() - QUIET_MS;
    for (const [socket, guest] of this.#guests) {
      if (guest.held || guest.at > since || !among(guest)) continue;
      quietest = socket;
      since = guest.at;
    }
    if (quietest === undefined) return present < 2 * most;
    this.refused += 1;
    // Removed at once, and not when the system closes it: the next connection must not count it.
    this.#guests.delete(quietest);
    quietest.destroy();
    return true;
  }

  #credit(sender: Sender): number {
    const now = performance.now();
    sender.credit = Math.min(this.#limits.useless, sender.credit + ((now - sender.at) / 1_000) * USELESS_PER_SECOND);
    sender.at = now;
    return sender.credit;
  }

  #sender(address: string): Sender {
    let sender = this.#senders.get(address);
    if (sender !== undefined) return sender;
    sender = { connections: 0, credit: this.#limits.useless, at: performance.now(), trusted: false };
    if (this.#senders.size >= REMEMBERED) this.#forget();
    this.#senders.set(address, sender);
    return sender;
  }

  #forget(): void {
    for (const [address, { connections }] of this.#senders) {
      if (connections > 0) continue;
      this.#senders.delete(address);
      return;
    }
  }
}

const local = new BlockList();
for (const [address, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  local.addSubnet(address, prefix, 'ipv4');
}
for (const [address, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  local.addSubnet(address, prefix, 'ipv6');
}

/** Whether it is an address of this machine or of a private network. */
export function isLocal(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '').replace(/%.*$/, '');
  return local.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}
