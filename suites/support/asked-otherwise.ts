import {
  Blocked,
  type CallOptions,
  type Exchange,
  expect,
  field,
  header,
  type RequirementId,
  shared,
  summary,
} from '../../lib/interface/index.ts';
import type { Row } from './alike/groups.ts';
import { type Way, ways } from './ways-to-ask.ts';

// A request is determined by its method, path and body and by the headers that the interface names. Other headers, and other spellings that
// mean the same in HTTP, do not change the response, which is JSON and, if it is an error, has the error shape.

interface Answers {
  readonly created: Exchange;
  readonly again: Exchange;
  /** The responses to a create with the usual headers, and to its repetition in this way. */
  readonly plain: Exchange;
  readonly otherwise: Exchange;
  /** The same of other kinds. */
  readonly others: Readonly<Record<'payout' | 'escrow', { readonly plain: Exchange; readonly otherwise: Exchange }>>;
  readonly record: Exchange;
  readonly refused: Readonly<Record<400 | 404 | 409 | 422, Exchange>>;
}

const asked = (way: Way) =>
  shared(`requests ${way.what}`, [], async (context): Promise<Answers> => {
    const { merchant, data } = context;
    const options = (key = data.reference('key')) => way.options(context, key);
    const [reference, key] = [data.reference('chk'), data.reference('key')];
    const body = { reference, amount: 7_003, description: 'Yam', customer: { email: 'ada@example.com' } };
    const create = () => merchant.createCheckout(body, options(key));
    const idempotencyKey = data.reference('key');
    const second = { ...body, reference: data.reference('chk') };
    const others = {
      payout: { reference: data.reference('pay'), recipient: { accountName: 'Ada Obi' } },
      escrow: { reference: data.reference('esc'), amount: 30_011 },
    };
    const createPayout = (sent: CallOptions) => merchant.createPayout(others.payout, sent);
    const createEscrow = (sent: CallOptions) => merchant.createEscrow(others.escrow, sent);
    const keys = { payout: data.reference('key'), escrow: data.reference('key') };
    // A GET has no `Idempotency-Key`.
    const { idempotencyKey: _, headers: read = {} } = options();
    const keyless = Object.fromEntries(Object.entries(read).filter(([name]) => !/idempotency/i.test(name)));
    return {
      created: await create(),
      again: await create(),
      plain: await merchant.createCheckout(second, { idempotencyKey }),
      otherwise: await merchant.createCheckout(second, options(idempotencyKey)),
      others: {
        payout: {
          plain: await createPayout({ idempotencyKey: keys.payout }),
          otherwise: await createPayout(options(keys.payout)),
        },
        escrow: {
          plain: await createEscrow({ idempotencyKey: keys.escrow }),
          otherwise: await createEscrow(options(keys.escrow)),
        },
      },
      record: await merchant.api.getCheckout(reference, { headers: keyless }),
      refused: {
        400: await merchant.createCheckout({ amount: 99 }, options()),
        404: await merchant.createRefund({ paymentReference: data.reference('nil') }, options()),
        409: await merchant.createCheckout({ reference }, options()),
        // One word of it stands in names of banks.
        422: await merchant.createPayout({ recipient: { bankName: 'Qzxv Nowhere Trust 404' } }, options()),
      },
    };
  });

interface Asked {
  readonly id: RequirementId;
  readonly what: string;
  look(answers: Answers): void;
}

const codes = [
  { status: 400, code: 'invalid_request', rule: 'checkout.amount-too-small' },
  { status: 404, code: 'payment_not_found', rule: 'refund.payment-not-found' },
  { status: 409, code: 'duplicate_reference', rule: 'checkout.duplicate-reference' },
  { status: 422, code: 'unsupported_bank', rule: 'payout.unsupported-bank' },
] as const;

const rows: readonly Asked[] = [
  ...codes.map(
    ({ status }): Asked => ({
      id: `error.shape-of-${status}`,
      what: `a ${status} is in the error shape`,
      look({ refused }) {
        const answer = refused[status];
        // Whether it is refused, and with this status, are other requirements.
        if (answer.status !== status)
          throw new Blocked(`the request should have been refused with ${status}; got ${summary(answer)}`);
        expect(answer).toHaveErrorShape();
      },
    }),
  ),
  ...codes.map(
    ({ status, code, rule }): Asked => ({
      id: rule,
      what: `it is refused with ${status} ${code}`,
      look({ refused }) {
        const answer = refused[status];
        // Whether a refusal has the error shape, and so a code, is another requirement.
        if (answer.status === status && typeof field(answer.json, 'error.code') !== 'string')
          throw new Blocked(`no code to be read: ${summary(answer)}`);
        expect(answer).toBeRefusedWith(status, code);
      },
    }),
  ),
  { id: 'checkout.created', what: 'a checkout is created', look: ({ created }) => expect(created).toHaveStatus(201) },
  {
    id: 'idempotency.checkout-replay',
    what: 'a create sent again is replayed',
    look: ({ created, again }) => expect(again).toReplay(of201(created)),
  },
  {
    id: 'idempotency.checkout-replay',
    what: 'a create that was first asked plainly is replayed',
    look: ({ plain, otherwise }) => expect(otherwise).toReplay(of201(plain)),
  },
  ...(['payout', 'escrow'] as const).map(
    (kind): Asked => ({
      id: `idempotency.${kind}-replay`,
      what: `a ${kind} create that was first asked plainly is replayed`,
      look: ({ others }) => expect(others[kind].otherwise).toReplay(of201(others[kind].plain)),
    }),
  ),
  {
    id: 'checkout.record-as-sent',
    what: 'the record is what was sent',
    look({ created, record }) {
      of201(created);
      expect(record).toHaveStatus(200);
      expect(record).toHaveField('amount', 7_003);
      expect(record).toHaveField('description', 'Yam');
    },
  },
  {
    id: 'error.json-content-type',
    what: 'each answer is JSON',
    look({ created, record, refused }) {
      for (const answer of [created, record, ...Object.values(refused)])
        expect(header(answer, 'content-type')).toMatch(/^application\/([\w.-]+\+)?json\s*(;|$)/i);
    },
  },
];

function of201(created: Exchange): Exchange {
  if (created.status !== 201) throw new Blocked(`it should have been created; got ${summary(created)}`);
  return created;
}

const all = ways.map((way) => ({ way, answers: asked(way) }));

/** Checks for several chapters: see `table`. */
export const askedOtherwise: readonly Row[] = rows.flatMap(({ id, what, look }) =>
  all.map(({ way, answers }) => ({
    id,
    title: `asked ${way.what}: ${what}`,
    needs: [],
    check: async (context) => look(await answers(context)),
  })),
);
