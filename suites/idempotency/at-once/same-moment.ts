import {
  Blocked,
  type Body,
  type CallOptions,
  type Capability,
  type CheckContext,
  type Created,
  checks,
  created,
  type Exchange,
  expect,
  header,
  type Merchant,
  NotExercised,
  of,
  part,
  raw,
} from '../../../lib/interface/index.ts';
import { oneForAll, unlessOneForAll } from '../../support/alike/groups.ts';
import { mustHaveOverlapped } from '../support.ts';

// Two merchants send the same, to the byte and under one key, while the other's is being processed: each is served, for itself.

type Send = (as: Merchant, options: CallOptions) => Promise<Exchange>;

interface Post {
  readonly what: string;
  readonly needs: readonly Capability[];
  readonly status: 200 | 201;
  /** Makes, for both, what the request is about. */
  ready(context: CheckContext): Promise<{ send: Send; reference?: string }>;
  /** What tells one made from another: a field of the answer. */
  readonly id?: string;
  /** What its own escrow has become of each. */
  readonly becomes?: string;
}

const creates: readonly Post[] = [
  {
    what: 'payout create',
    needs: [],
    status: 201,
    id: 'id',
    async ready({ data }) {
      const body = { reference: data.reference('one'), recipient: { accountName: 'Ada Obi' } };
      return { send: (as, options) => as.createPayout(body, options) };
    },
  },
  {
    what: 'refund create',
    needs: ['buyer'],
    status: 201,
    id: 'id',
    async ready({ merchant, other, buyer, data }) {
      const order = { reference: data.reference('chk'), amount: 5_003, customer: { email: 'ada@example.com' } };
      for (const each of [merchant, other]) await buyer.paid(each, order);
      const body = { reference: data.reference('one'), paymentReference: order.reference, amount: 5_003 };
      return { send: (as, options) => as.createRefund(body, options) };
    },
  },
  {
    what: 'checkout create',
    needs: [],
    status: 201,
    id: 'id',
    async ready({ data }) {
      const body = { reference: data.reference('one'), customer: { email: 'ada@example.com' } };
      return { send: (as, options) => as.createCheckout(body, options) };
    },
  },
  {
    what: 'escrow create',
    needs: [],
    status: 201,
    id: 'id',
    async ready({ data }) {
      const body = { reference: data.reference('one') };
      return { send: (as, options) => as.createEscrow(body, options) };
    },
  },
];

const links: readonly Post[] = [
  {
    what: 'link request',
    needs: ['wallets'],
    status: 201,
    id: 'linkId',
    async ready({ wallets, data }) {
      const wallet = await wallets.make();
      const body = { linkRef: data.reference('lnk'), requesterName: 'Harbour Books', expiresInMinutes: 30 };
      return { send: (as, options) => wallets.createLink(as, wallet, body, options) };
    },
  },
];

const acts = [
  { what: 'release', action: 'release', becomes: 'released' },
  { what: 'refund in full', action: 'refund', body: {}, becomes: 'refunded' },
  { what: 'refund in part', action: 'refund', body: { amount: 20_011 }, becomes: 'refunded' },
  { what: 'cancel', action: 'cancel', becomes: 'cancelled' },
].map(({ what, action, body, becomes }: { what: string; action: string; body?: Body; becomes: string }): Post => {
  const paid = action !== 'cancel';
  return {
    what,
    needs: paid ? ['escrow-buyer'] : [],
    status: 200,
    becomes,
    async ready({ merchant, other, buyer, data }) {
      const reference = data.reference('esc');
      for (const each of [merchant, other]) {
        const escrow: Created = created('escrow', await unlessOneForAll(each.createEscrow({ reference })));
        if (paid) await buyer.funds(each, escrow);
      }
      const path = `/v1/escrows/${reference}/${action}`;
      return {
        reference,
        send: (as, options) => as.api.request({ ...options, method: 'POST', path, ...(body && { body }) }),
      };
    },
  };
});

/** Real time, in milliseconds, for which control keeps each request in progress. */
const HELD = 1_000;

const moments = [
  { when: 'while the other is being processed', needs: ['processing-delay'], held: HELD },
  { when: 'at the same moment', needs: [], held: 0 },
] as const;

checks(
  'idempotency.keys-are-per-merchant',
  moments.flatMap((moment) => [...creates, ...acts, ...links].map((post) => ({ moment, post }))),
  ({ moment, post }) => `two merchants send the same ${post.what} under one key, ${moment.when}: each has its own`,
  async (context, { moment, post }) => {
    const { merchant, other, data, console } = context;
    const both = [merchant, other];
    const { send, reference } = await post.ready(context);
    const idempotencyKey = data.reference('key');
    if (moment.held > 0) for (const each of both) await console.delayProcessing(each, moment.held);
    const answers = await Promise.all(both.map((each) => send(each, { idempotencyKey, ...raw })));
    if (moment.held > 0) for (const each of both) await console.delayProcessing(each, 0);

    // Whether references of refunds, payouts and escrows are unique per merchant or for all is not shown.
    if (post.what !== 'checkout create' && answers.some(oneForAll))
      throw new NotExercised('two merchants cannot have one reference here');
    for (const answer of answers) {
      expect(answer).toHaveStatus(post.status);
      expect(header(answer, 'idempotent-replayed')).not.toBe('true');
    }
    const [first, second] = answers;
    if (first === undefined || second === undefined) throw new Blocked('suite fault: two were sent');
    if (post.id !== undefined) expect(of(first, post.id)).not.toBe(part(second, 'json', post.id));
    if (reference !== undefined)
      for (const each of both)
        expect(await each.get({ kind: 'escrow', reference })).toHaveField('status', post.becomes);
    mustHaveOverlapped([answers]);
    if (answers.some(({ durationMs }) => durationMs < moment.held / 2))
      throw new Blocked('the processing was not delayed');
  },
  ({ moment, post }) => ({ needs: ['other-merchant', ...post.needs, ...moment.needs], drawn: 1 }),
);
