import {
  Blocked,
  type Body,
  type CheckContext,
  checks,
  type Exchange,
  expect,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';

// Wrong containers: every field of every request, and the whole body, in a list, in an object, or as its own JSON text. The value itself is
// valid: only its container is wrong.

export interface Request {
  readonly id: RequirementId;
  readonly name: RequestName;
  readonly needs: Parameters<typeof shared>[1];
  /** A complete body with every optional field, and the function that sends it. */
  prepare(context: CheckContext): Promise<{ body: Body; send: (body: unknown) => Promise<Exchange> }>;
}

const texts = {
  description: 'Rice',
  returnUrl: 'https://shop.example.com/return',
  metadata: { order: 'A-17', tags: ['gift'] },
};

const post =
  ({ merchant }: CheckContext, path: string) =>
  (body: unknown) =>
    merchant.api.request({ method: 'POST', path, rawBody: JSON.stringify(body) });

export const requests: readonly Request[] = [
  {
    id: 'checkout.field-types',
    name: 'checkout',
    needs: ['own-merchant'],
    async prepare(context) {
      const reference = context.data.reference('chk');
      const customer = { email: 'ada@example.com' };
      return {
        body: { reference, amount: 5_000, currency: 'NGN', customer, ...texts },
        send: post(context, '/v1/checkouts'),
      };
    },
  },
  {
    id: 'refund.field-types',
    name: 'refund',
    needs: ['own-merchant', 'buyer'],
    async prepare(context) {
      const { reference: paymentReference } = await context.buyer.paid(context.merchant, { amount: 1_000_000 });
      const reference = context.data.reference('rfd');
      return { body: { reference, paymentReference, amount: 101, reason: 'torn' }, send: post(context, '/v1/refunds') };
    },
  },
  {
    id: 'payout.field-types',
    name: 'payout',
    needs: ['own-merchant'],
    async prepare(context) {
      const bankName = await context.merchant.bankName();
      const recipient = { bankName, accountNumber: '0123456789', accountName: 'Ada Obi' };
      const reference = context.data.reference('pay');
      const body = { reference, amount: 10_000, currency: 'NGN', recipient, narration: 'May' };
      return { body, send: post(context, '/v1/payouts') };
    },
  },
  {
    id: 'escrow.field-types',
    name: 'escrow',
    needs: ['own-merchant'],
    async prepare(context) {
      const reference = context.data.reference('esc');
      const named = { seller: { walletId: '0000000001' }, buyer: { email: 'ada@example.com' }, conditions: 'Whole' };
      const body = { reference, amount: 50_000, currency: 'NGN', ...named, autoReleaseHours: 24, ...texts };
      return { body, send: post(context, '/v1/escrows') };
    },
  },
  {
    id: 'wallet-link.field-types',
    name: 'link request',
    needs: ['own-merchant', 'wallets'],
    async prepare(context) {
      const body = { linkRef: context.data.reference('lnk'), requesterName: 'Harbour Books', expiresInMinutes: 30 };
      // Whether refused requests count towards a wallet's five per hour is not shown, so each has its own wallet.
      const send = async (sent: unknown) => {
        const { walletId } = await context.wallets.make();
        return await post(context, '/v1/wallet-links')(JSON.parse(JSON.stringify(sent).replaceAll(WALLET, walletId)));
      };
      return { body: { ...body, walletId: WALLET }, send };
    },
  },
];

const WALLET = 'the wallet';

/** Wrong containers for any value, and values that may be taken for the right type. */
const containers: Readonly<Record<string, (value: unknown) => unknown>> = {
  'in a list': (value) => [value],
  'twice in a list': (value) => [value, value],
  // An object with every name under which a service may look for the value.
  'in an object': (value) => {
    const names = ['value', 'reference', 'id', 'name', 'code', 'amount', 'email', 'text', 'walletId'];
    return Object.fromEntries(names.map((name) => [name, value]));
  },
  'as the text of its JSON': (value) => JSON.stringify(value),
  'as a list of names and values': (value) => Object.entries(Object(value)),
  'as true': () => true,
  'as an empty list': () => [],
  // Values that count as false in some languages and so may be taken for a missing value.
  'as false': () => false,
  'as an empty object': () => ({}),
};

/** JSON text of a text is again a text, and a text has no field names: those containers are skipped for texts. */
const isObject = (value: unknown) => typeof value === 'object' && value !== null;

const isWrong = (container: string, value: unknown) =>
  isObject(value) ? container !== 'as an empty object' : typeof value !== 'string' || !/JSON|names/.test(container);

/** The paths of all fields, nested ones included: `recipient`, `recipient.bankName`. */
export function pathsOf(body: Body, before = ''): string[] {
  return Object.entries(body).flatMap(([name, value]) => {
    const inner =
      typeof value === 'object' && value !== null && name !== 'metadata' ? pathsOf(value as Body, `${name}.`) : [];
    return [`${before}${name}`, ...inner];
  });
}

/** The body with another value in one field. */
export function changed(body: Body, path: string, change: (value: unknown) => unknown): Body {
  const [name = '', inner] = path.split('.');
  const value = body[name];
  return { ...body, [name]: inner === undefined ? change(value) : changed(value as Body, inner, change) };
}

const all = requests.map((request) => ({
  ...request,
  tried: shared(`${request.name}s in wrong containers`, request.needs, async (context) => {
    const { body, send } = await request.prepare(context);
    const answers = new Map<string, { what: string; answer: Exchange }[]>();
    for (const [container, change] of Object.entries(containers)) {
      const tried = [{ what: 'the whole body', answer: await send(change(body)) }];
      if (/^in an object|^as (true|false|an empty object)/.test(container)) tried.pop();
      for (const path of pathsOf(body)) {
        const value = path.split('.').reduce<unknown>((inner, name) => Object(inner)[name], body);
        // An object in an object may be seen as one with an unknown field, or without its required ones: tested with the required fields.
        const isObject = typeof value === 'object' && container === 'in an object';
        if (!isWrong(container, value) || isObject) continue;
        tried.push({ what: path, answer: await send(changed(body, path, change)) });
      }
      answers.set(container, tried);
    }
    return answers;
  }),
}));

export type RequestName = 'checkout' | 'refund' | 'payout' | 'escrow' | 'link request';

export function containersTable(of: RequestName): void {
  checks(
    ({ id }) => id,
    all
      .filter(({ name }) => name === of)
      .flatMap((request) => Object.keys(containers).map((container) => ({ ...request, container }))),
    ({ name, container }) => `every field of a ${name} ${container} is refused`,
    async (context, { tried, container }) => {
      const found = (await tried(context)).get(container);
      if (found === undefined) throw new Blocked('suite fault: not tried');
      for (const { what, answer } of found)
        expect(answer, `${what} ${container}`).toBeRefusedWith(400, 'invalid_request');
    },
    ({ needs }) => ({ needs, drawn: 3 }),
  );
}
