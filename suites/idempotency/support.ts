import {
  Blocked,
  type Body,
  type CallOptions,
  type Created,
  created,
  type Exchange,
  expect,
  field,
  type Given,
  of,
  part,
} from '../../lib/harness/index.ts';

/** A request that can be sent again: under the same key each time, with the same body where nothing is changed. */
export type Repeatable = (change?: Body, options?: CallOptions) => Promise<Exchange>;

type Maker = Pick<Given, 'merchant' | 'fresh'>;

export function repeatableCheckout({ merchant, fresh }: Maker, idempotencyKey = fresh.reference('key')): Repeatable {
  const body = { reference: fresh.reference('chk'), amount: 5_000, customer: { email: 'ada@example.com' } };
  return (change = {}, options = {}) => merchant.createCheckout({ ...body, ...change }, { ...options, idempotencyKey });
}

export function repeatableRefund({ merchant, fresh }: Maker, payment: Created, fields: Body = {}): Repeatable {
  const idempotencyKey = fresh.reference('key');
  const body = { reference: fresh.reference('rfd'), paymentReference: payment.reference, amount: 1_000, ...fields };
  return (change = {}, options = {}) => merchant.createRefund({ ...body, ...change }, { ...options, idempotencyKey });
}

export function repeatablePayout({ merchant, fresh }: Maker, fields: Body = {}): Repeatable {
  const idempotencyKey = fresh.reference('key');
  const body = { reference: fresh.reference('pay'), amount: 10_000, recipient: { accountName: 'Ada Obi' }, ...fields };
  return (change = {}, options = {}) => merchant.createPayout({ ...body, ...change }, { ...options, idempotencyKey });
}

export function repeatableEscrow({ merchant, fresh }: Maker): Repeatable {
  const idempotencyKey = fresh.reference('key');
  const body = { reference: fresh.reference('esc'), amount: 50_000 };
  return (change = {}, options = {}) => merchant.createEscrow({ ...body, ...change }, { ...options, idempotencyKey });
}

/** The status and body of the original response. That a replay is marked as one is a requirement of its own. */
export function expectSameAnswer(again: Exchange, original: Exchange): void {
  expect(part(again, 'status'), 'status of the repetition').toBe(part(original, 'status'));
  expect(of(again), 'body of the repetition').toEqual(of(original));
}

export function isReplay(exchange: Exchange): boolean {
  return exchange.headers['idempotent-replayed'] === 'true';
}

export function isInProgress(exchange: Exchange): boolean {
  return exchange.status === 409 && field(exchange.json, 'error.code') === 'request_in_progress';
}

/** The first answer to a request that has to succeed for the check to be made at all. */
export async function original(kind: Created['kind'], send: Repeatable): Promise<Created> {
  return created(kind, await send());
}

/** So many requests at the same moment: what each of them is answered counts, so none is sent again (`raw`). */
export function atOnce(count: number, send: (turn: number) => Promise<Exchange>): Promise<Exchange[]> {
  return Promise.all(Array.from({ length: count }, (_, turn) => send(turn)));
}

/** A step: of requests sent one after another nothing can be learned about requests at the same moment. */
export function mustHaveOverlapped(rounds: readonly (readonly Exchange[])[]): void {
  const overlapped = (a: Exchange, b: Exchange) => a.sentMono < b.receivedMono && b.sentMono < a.receivedMono;
  const seen = rounds.some((round) => round.some((a, at) => round.slice(at + 1).some((b) => overlapped(a, b))));
  if (!seen) throw new Blocked('nothing overlapped');
}
