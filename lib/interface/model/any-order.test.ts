import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Exchange, type Fields, inOrder } from './events.ts';
import { judge } from './judge.ts';
import { checkoutBody, refundBody } from './stories.support.ts';

// A small service that is correct by construction: each request takes effect at one moment between its beginning and
// its end, refunds settle at moments that no exchange shows, and answers get lost. Whatever such a service shows is
// allowed.

interface Call {
  readonly what: 'create' | 'refund' | 'look' | 'look at a refund' | 'replay' | 'settle';
  readonly number: number;
  readonly amount: number;
  /** The moment of the effect; the request begins `before` and ends `after` milliseconds around it. */
  readonly at: number;
  readonly before: number;
  readonly after: number;
  readonly isLost: boolean;
}

const calls = fc.array(
  fc.record<Call>({
    what: fc.constantFrom(
      'create',
      'refund',
      'refund',
      'look',
      'look',
      'look at a refund',
      'replay',
      'settle',
      'settle',
    ),
    number: fc.integer({ min: 1, max: 4 }),
    amount: fc.constantFrom(1, 1_000, 2_000, 2_500, 5_000),
    at: fc.integer({ min: 1, max: 400 }),
    before: fc.integer({ min: 0, max: 60 }),
    after: fc.integer({ min: 0, max: 60 }),
    isLost: fc.constantFrom(false, false, false, true),
  }),
  { minLength: 3, maxLength: 40 },
);

const PAID = 5_000;
type Answer = readonly [status: number, json: Fields, isReplay?: true];

class Service {
  #created = false;
  readonly #refunds = new Map<string, { amount: number; status: string; body: Fields }>();
  readonly #answers = new Map<string, Answer>();

  answers(method: string, path: string, key: string | null, body: Fields | undefined, reference: string): Answer {
    const known = key === null ? undefined : this.#answers.get(key);
    if (known !== undefined) return [known[0], known[1], true];
    const answer = this.#does(method, path, body, reference);
    // Refusals are not kept under their key: whether a target keeps them is not shown.
    if (key !== null && answer[0] === 201) this.#answers.set(key, answer);
    return answer;
  }

  settles(number: number, fails: boolean): void {
    const refund = this.#refunds.get(`r${number}`);
    if (refund?.status === 'pending')
      refund.status = fails && refund.body.reason === 'sandbox_fail' ? 'failed' : refund.status;
    if (refund?.status === 'pending' && refund.body.reason !== 'sandbox_fail') refund.status = 'succeeded';
  }

  #does(method: string, path: string, body: Fields | undefined, reference: string): Answer {
    const refuses = (status: number, code: string, message = ''): Answer => [status, { error: { code, message } }];
    const refund = this.#refunds.get(reference);
    if (method === 'POST' && path === 'checkouts') {
      if (this.#created) return refuses(409, 'duplicate_reference');
      this.#created = true;
      return [201, { id: 'id-c1', reference, status: 'pending', checkoutUrl: 'https://pay.example.com/c1' }];
    }
    if (method === 'POST' && body !== undefined) {
      if (refund !== undefined) return refuses(409, 'duplicate_reference');
      if (!this.#created) return refuses(404, 'payment_not_found');
      const amount = Number(body.amount);
      const held = [...this.#refunds.values()].filter(({ status }) => status !== 'failed');
      const left = PAID - held.reduce((sum, each) => sum + each.amount, 0);
      if (amount > left) return refuses(422, 'refund_exceeds_paid', `${left} are left`);
      this.#refunds.set(reference, { amount, status: 'pending', body });
      return [201, { id: `id-${reference}`, reference, status: 'pending' }];
    }
    if (path.startsWith('refunds/')) {
      if (refund === undefined) return refuses(404, 'not_found');
      const { amount, status, body: sent } = refund;
      const failureReason = status === 'failed' ? 'declined' : null;
      const reason = sent.reason ?? null;
      return [
        200,
        {
          id: `id-${reference}`,
          reference,
          status,
          amount,
          paymentReference: 'c1',
          reason,
          currency: 'NGN',
          failureReason,
          createdAt: '2026-01-01T00:00:00Z',
        },
      ];
    }
    if (!this.#created) return refuses(404, 'not_found');
    const done = [...this.#refunds.values()].filter(({ status }) => status === 'succeeded');
    const refundedAmount = done.reduce((sum, { amount }) => sum + amount, 0);
    const { returnUrl: _, ...shown } = checkoutBody();
    // The checkout is paid at its creation; the model is told that its page was opened.
    return [
      200,
      {
        id: 'id-c1',
        ...shown,
        status: 'succeeded',
        paidAt: '2026-01-01T00:00:00Z',
        createdAt: '2026-01-01T00:00:00Z',
        refundedAmount,
        checkoutUrl: 'https://pay.example.com/c1',
        paymentMethod: null,
        description: null,
        metadata: null,
      },
    ];
  }
}

/** The exchanges with such a service. `spoil` may change an answer. */
function history(
  list: readonly Call[],
  spoil: (answer: Answer, call: Call) => Answer = (answer) => answer,
): Exchange[] {
  const service = new Service();
  return list
    .toSorted((a, b) => a.at - b.at)
    .flatMap((call, index): Exchange[] => {
      const { what, number, amount, at, before, after, isLost } = call;
      if (what === 'settle') {
        service.settles(number, amount > 2_000);
        return [];
      }
      const reference = what === 'create' || what === 'look' ? 'c1' : `r${number}`;
      const isPost = what === 'create' || what === 'refund' || what === 'replay';
      const path =
        what === 'create' ? 'checkouts' : isPost ? 'refunds' : what === 'look' ? 'checkouts/c1' : `refunds/r${number}`;
      const reason = number === 4 ? { reason: 'sandbox_fail' } : {};
      const body = !isPost ? undefined : what === 'create' ? checkoutBody() : refundBody(reference, amount, reason);
      const key = !isPost ? null : what === 'replay' ? `key-${reference}-${amount}` : `key-${index}`;
      const [status, json, isReplay = false] = spoil(
        service.answers(isPost ? 'POST' : 'GET', path, key, body, reference),
        call,
      );
      const code = (json.error as { code: string } | undefined)?.code ?? null;
      const common = {
        id: index + 1,
        began: at - before,
        ended: at + after,
        environment: 'sandbox',
        merchant: 'm1',
      } as const;
      const asked = {
        credentials: 'own',
        method: isPost ? 'POST' : 'GET',
        path: path.split('/'),
        key,
        body,
        isJson: true,
        text: JSON.stringify(body),
      } as const;
      return [
        {
          ...common,
          ...asked,
          date: null,
          retryAfter: null,
          said: null,
          ...(isLost ? lost : { status, json, code, isReplay }),
        },
      ];
    });
}

const lost = { status: 0, json: undefined, code: null, isReplay: false };
const page = { kind: 'checkout', reference: 'c1' };
const verdict = (exchanges: Exchange[]) => judge(inOrder({ exchanges, pages: [page] })).violations;

test('whatever overlaps, settles unseen or is lost: a service that is right is never rejected', () => {
  fc.assert(
    fc.property(calls, (list) => {
      expect(verdict(history(list))).toEqual([]);
    }),
    { numRuns: 1_500 },
  );
});

test('a service that once refunds too much is rejected, as soon as one after the other can be seen', () => {
  const one = (what: Call['what'], number: number, amount: number, at: number): Call => {
    return { what, number, amount, at, before: 1, after: 1, isLost: false };
  };
  const list = [
    one('create', 1, 1, 10),
    one('refund', 1, 2_500, 20),
    one('refund', 2, 2_500, 30),
    one('refund', 3, 1, 40),
  ];
  expect(verdict(history(list))).toEqual([]);
  const accepted: Answer = [201, { id: 'id-r3', reference: 'r3', status: 'pending' }];
  const [violation] = verdict(history(list, (answer, { number }) => (number === 3 ? accepted : answer)));
  expect(violation?.requirement).toBe('refund.exceeds-paid');
  expect(violation?.what).toBe('refunded 2,500 and 2,500 of 5,000; then 1 more was accepted');
});
