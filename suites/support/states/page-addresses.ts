import {
  Blocked,
  type Body,
  type CheckContext,
  type Created,
  checks,
  created,
  type Exchange,
  expect,
  field,
  type RequirementId,
} from '../../../lib/interface/index.ts';
import { attempt, HOUR } from '../attempts.ts';
import { refused } from '../requests/refusals.ts';

// "checkoutUrl issued", "payUrl issued": the address in the create response leads to the page until it is paid, whatever is requested meanwhile.
// Whether a record has the same address is not shown; the address that it has leads to the page as well.

interface Meanwhile {
  readonly what: string;
  readonly kinds: readonly Created['kind'][];
  /** Sends requests before the buyer pays. Returns the address at which the buyer pays, if it is not that of the create response. */
  ask(context: CheckContext, resource: Created, again: (fields?: Body) => Promise<Exchange>): Promise<unknown>;
}

const both = ['checkout', 'escrow'] as const;

const meanwhile: readonly Meanwhile[] = [
  {
    what: 'after its record was read, and once more',
    kinds: both,
    async ask({ merchant, time }, resource) {
      await merchant.get(resource);
      await time.wait(HOUR, 'the buyer takes an hour');
      await merchant.get(resource);
    },
  },
  {
    what: 'after its create was sent again',
    kinds: both,
    ask: async (_, { kind }, again) => void created(kind, await again()),
  },
  {
    what: 'after another under its reference was refused',
    kinds: both,
    ask: async (_, _resource, again) => void refused(await again({ amount: 30_011 })),
  },
  {
    what: 'at the address that its record names',
    kinds: ['checkout'],
    async ask({ merchant }, resource) {
      const url = field((await merchant.get(resource)).json, 'checkoutUrl');
      if (typeof url !== 'string') throw new Blocked('the record has no address');
      return url;
    },
  },
];

const paid = { checkout: 'succeeded', escrow: 'funded' } as const;

export function pageAddresses(kind: 'checkout' | 'escrow', id: RequirementId): void {
  checks(
    id,
    meanwhile.filter(({ kinds }) => kinds.includes(kind)),
    ({ what }) => `${what} it is paid on its page`,
    async (context, { ask }) => {
      const { merchant, buyer, data } = context;
      const idempotencyKey = data.reference('key');
      const body = { reference: data.reference(kind), amount: 20_011, ...(kind === 'checkout' && order) };
      const send = (fields: Body = {}) => {
        const options = fields.amount === undefined ? { idempotencyKey } : {};
        return kind === 'checkout'
          ? merchant.createCheckout({ ...body, ...fields }, options)
          : merchant.createEscrow({ ...body, ...fields }, options);
      };
      const resource = created(kind, await send());
      const elsewhere = await ask(context, resource, send);
      const url = typeof elsewhere === 'string' ? elsewhere : resource.url;
      // If the page is missing or takes no payment, the status below shows that.
      await attempt(buyer.paysOnPage({ ...resource, url }));

      expect(await merchant.confirms(resource, paid[kind])).toHaveField('status', paid[kind]);
    },
    { needs: ['browser'], waits: '2h', drawn: 1 },
  );
}

const order: Body = { customer: { email: 'ada@example.com' } };
