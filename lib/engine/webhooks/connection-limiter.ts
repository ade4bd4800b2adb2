import { BlockList, isIPv6, type Socket } from 'node:net';
import type { ConnectionLimits } from './types.ts';

/** A connection on which nothing came for so long may be given up for a new one. */
const QUIET_MS = 1_000;

/** How fast an address may send again what is of no use. */
const USELESS_PER_SECOND = 20;

/** Of so many addresses it is remembered what they sent; beyond, the longest unseen is forgotten. */
const REMEMBERED = 10_000;

interface Guest {
  readonly address: string;
  /** When something last came, `performance.now()`. */
  at: number;
  /** Its request has come whole and its answer is being kept back: it is not the one that is slow. */
  held: boolean;
}

interface Sender {
  connections: number;
  /** Requests of no use that it may still send. */
  credit: number;
  /** When `credit` was last worked out. */
  at: number;
  /** Something of the awaited sender came from there: a proxy in front of it, or itself. */
  trusted: boolean;
}

/**
 * Keeps the number of connections within bounds, and ends with addresses that send much of no use. Nobody is refused while somebody
 * quiet can be given up instead: so neither idle connections nor slow senders keep the awaited one out.
 */
export class ConnectionLimiter {
  refused = 0;
  readonly #limits: ConnectionLimits;
  readonly #guests = new Map<Socket, Guest>();
  readonly #senders = new Map<string, Sender>();

  constructor(limits: Partial<ConnectionLimits> = {}) {
    this.#limits = { connections: 1_000, connectionsOfOne: 250, useless: 200, isShared: isLocal, ...limits };
  }

  /** For each new connection. One that may not come in is destroyed. */
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

  /** Something came on this connection. */
  heard(socket: Socket): void {
    const guest = this.#guests.get(socket);
    if (guest !== undefined) guest.at = performance.now();
  }

  /** From now on this connection waits for its answer: nobody gives it up. */
  hold(socket: Socket): void {
    const guest = this.#guests.get(socket);
    if (guest !== undefined) guest.held = true;
  }

  /** Something of the awaited sender came from there. */
  trust(socket: Socket): void {
    const guest = this.#guests.get(socket);
    if (guest !== undefined) this.#sender(guest.address).trusted = true;
  }

  /** Something of no use came. Returns whether its address has sent too much of that. */
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

  /** Whether there is room for one more: else for the quietest of these. */
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
    // At once, and not when the system gets round to it: else the next one finds it here still.
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

/** An address of this machine or of a private network. */
export function isLocal(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '').replace(/%.*$/, '');
  return local.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}
