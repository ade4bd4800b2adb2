import {
  actingEndpoints,
  Blocked,
  type Body,
  type CallOptions,
  type CheckContext,
  type Created,
  created,
  derivation,
  type Exchange,
  type ExchangeView,
  expect,
  field,
  of,
  part,
  shared,
  summary,
} from '../../lib/interface/index.ts';

/** A request that can be repeated: always with the same key and, without `change`, with the same body. */
export type Repeatable = (change?: Body, options?: CallOptions) => Promise<Exchange>;

type Maker = Pick<CheckContext, 'merchant' | 'data'>;

/** The POST endpoints for which keys are shown; for wallet links and sandbox decisions they are not. */
export const keyedEndpoints = actingEndpoints.filter(({ name }) =>
  /^POST .*(checkouts|refunds|payouts|escrows)/.test(name),
);

export function repeatableCheckout(
  { merchant, data }: Maker,
  idempotencyKey = data.reference('key'),
  fields: Body = {},
): Repeatable {
  const body = {
    reference: data.reference('chk'),
    amount: 5_000,
    customer: { email: 'ada@example.com' },
    ...fields,
  };
  return (change = {}, options = {}) => merchant.createCheckout({ ...body, ...change }, { ...options, idempotencyKey });
}

export function repeatableRefund({ merchant, data }: Maker, payment: Created, fields: Body = {}): Repeatable {
  const idempotencyKey = data.reference('key');
  const body = { reference: data.reference('rfd'), paymentReference: payment.reference, amount: 1_000, ...fields };
  return (change = {}, options = {}) => merchant.createRefund({ ...body, ...change }, { ...options, idempotencyKey });
}

export function repeatablePayout({ merchant, data }: Maker, fields: Body = {}): Repeatable {
  const idempotencyKey = data.reference('key');
  const body = { reference: data.reference('pay'), amount: 10_000, recipient: { accountName: 'Ada Obi' }, ...fields };
  return (change = {}, options = {}) => merchant.createPayout({ ...body, ...change }, { ...options, idempotencyKey });
}

export function repeatableEscrow({ merchant, data }: Maker, fields: Body = {}): Repeatable {
  const idempotencyKey = data.reference('key');
  const body = { reference: data.reference('esc'), amount: 50_000, ...fields };
  return (change = {}, options = {}) => merchant.createEscrow({ ...body, ...change }, { ...options, idempotencyKey });
}

/** A repeatable create of this kind; for a refund, its checkout is paid first. */
export async function repeatable(context: CheckContext, kind: Created['kind'], given: Body = {}): Promise<Repeatable> {
  switch (kind) {
    case 'checkout':
      return repeatableCheckout(context, undefined, given);
    case 'refund':
      return repeatableRefund(context, await context.buyer.paid(context.merchant), given);
    case 'payout':
      return repeatablePayout(context, given);
    case 'escrow':
      return repeatableEscrow(context, given);
  }
}

/** The id of what a create has made. Without one its replay and a second create look alike: that it is there is another requirement. */
export function idMade(original: Exchange): string {
  const id = field(original.json, 'id');
  if (typeof id !== 'string' || id === '')
    throw new Blocked(`what was made should have an id; got ${summary(original)}`);
  return id;
}

/** Expects status and body of the original response. That a replay is marked as one is another requirement. */
export function expectSameAnswer(again: Exchange, original: Exchange): void {
  if (original.status === 201) idMade(original);
  expect(part(again, 'status'), 'status of the repetition').toBe(part(original, 'status'));
  expect(of(again), 'body of the repetition').toEqual(of(original));
}

export function isReplay(exchange: Exchange): boolean {
  return exchange.headers['idempotent-replayed'] === 'true';
}

/**
 * Whether the target replays a request when its key is older than any that a check sends again a minute later: how long a key is remembered
 * is not shown. One kind of create that is replayed is enough, as the others may have been forgotten by a defect.
 */
export const remembersForAMinute = shared(
  'creates sent again when their keys are older than a minute',
  [],
  async (context) => {
    const sends = [repeatableCheckout(context), repeatableEscrow(context)];
    for (const send of sends) await send();
    await context.time.wait(90, 'an idempotency key may be forgotten');
    // Where the key is forgotten the reference is a duplicate. That a replay is marked as one is another requirement.
    return (await Promise.all(sends.map((send) => send()))).some(({ status }) => status === 201);
  },
);

export function isInProgress(exchange: Exchange): boolean {
  return exchange.status === 409 && field(exchange.json, 'error.code') === 'request_in_progress';
}

/** A step: the first answer, which has to be a success. */
export async function original(kind: Created['kind'], send: Repeatable): Promise<Created> {
  return created(kind, await send());
}

/** `count` concurrent requests. Each answer counts, so none is sent again (`raw`). */
export function atOnce(count: number, send: (turn: number) => Promise<Exchange>): Promise<Exchange[]> {
  return Promise.all(Array.from({ length: count }, (_, turn) => send(turn)));
}

/** A step: at least one round has overlapping requests; others show nothing about concurrency. */
export function mustHaveOverlapped(rounds: readonly (readonly Exchange[])[]): void {
  if (!rounds.some(haveOverlapped)) throw new Blocked('nothing overlapped');
}

/** Whether any two of the requests overlapped. */
export function haveOverlapped(answers: readonly Exchange[]): boolean {
  const overlapped = (a: Exchange, b: Exchange) => a.sentMono < b.receivedMono && b.sentMono < a.receivedMono;
  return answers.some((a, at) => answers.slice(at + 1).some((b) => overlapped(a, b)));
}

/** Whether the request was processed for the first time: a success that is not marked as a replay. */
export function isOriginal({ status, headers }: Pick<Exchange, 'status' | 'headers'>): boolean {
  return (status === 200 || status === 201) && headers['idempotent-replayed'] !== 'true';
}

/** A unique key of exactly this length. */
export function keyOf(length: number, unique: string): string {
  return unique.padEnd(length, 'k');
}

const originalsOf = derivation('originals', (answers: readonly ExchangeView[]) => answers.filter(isOriginal));

/** Exactly one request was processed; each other answer is its replay, or a refusal because it was in progress. */
export function expectOneOriginal(answers: readonly Exchange[]): void {
  expect(originalsOf(answers), 'unmarked answers of success').toHaveLength(1);
  const first = answers.find(isOriginal);
  if (first === undefined) return;
  for (const other of answers.filter((answer) => answer !== first)) {
    if (other.status === first.status) expect(of(other), 'body of a replay').toEqual(of(first));
    else expect(other).toBeRefusedWith(409, 'request_in_progress');
  }
}
