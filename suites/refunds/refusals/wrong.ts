import type { CallOptions, CheckContext, Created, Merchant } from '../../../lib/interface/index.ts';

/** What makes a refund wrong, and what happens afterwards that might make it take effect. */
interface Wrong {
  readonly fields: Readonly<Record<string, unknown>>;
  /** Call options, if it is not sent as usual. */
  readonly options?: CallOptions;
  /** The requesting merchant, if not the one that was paid. */
  readonly as?: Merchant;
  /** If the target settles at once, the refund is not wrong. */
  readonly mayFit?: true;
  readonly meanwhile?: (context: Pick<CheckContext, 'buyer'>) => Promise<unknown>;
}

interface Row {
  readonly what: string;
  readonly needs: readonly ('buyer' | 'payment-failure' | 'other-merchant' | 'live')[];
  /** `paid`: a paid checkout, which the refund refers to unless `fields` names another. */
  wrong(context: CheckContext, paid: Created): Promise<Wrong>;
}

/** Amount paid for the checkout, in kobo. */
export const PAID = 5_001;

/** Every reason for refusing a refund, with everything that might permit it afterwards. */
export const wrongRefunds: readonly Row[] = [
  { what: 'an amount of one kobo too much', needs: ['buyer'], wrong: async () => ({ fields: { amount: PAID + 1 } }) },
  {
    what: 'a pending checkout, which is paid afterwards',
    needs: ['buyer'],
    async wrong({ merchant }) {
      const pending = await merchant.checkout({ amount: PAID });
      const meanwhile: Wrong['meanwhile'] = ({ buyer }) => buyer.pays(merchant, pending);
      return { fields: { paymentReference: pending.reference }, meanwhile };
    },
  },
  {
    what: 'a checkout that never was, and is afterwards',
    needs: ['buyer'],
    async wrong({ merchant, data }) {
      const reference = data.reference('chk');
      const meanwhile: Wrong['meanwhile'] = ({ buyer }) => buyer.paid(merchant, { reference, amount: PAID });
      return { fields: { paymentReference: reference }, meanwhile };
    },
  },
  {
    what: 'a checkout whose payment failed',
    needs: ['buyer', 'payment-failure'],
    async wrong({ merchant, buyer }) {
      const failed = await buyer.fails(merchant, await merchant.checkout({ amount: PAID }));
      return { fields: { paymentReference: failed.reference } };
    },
  },
  {
    what: 'an amount beyond what is left, and another refund fails afterwards',
    needs: ['buyer'],
    wrong: async ({ merchant }, paid) => await besideFailing(merchant, paid, {}),
  },
  {
    what: 'an amount of one kobo too much, and another refund fails afterwards',
    needs: ['buyer'],
    wrong: async ({ merchant }, paid) => await besideFailing(merchant, paid, { amount: PAID - 2_002 + 1 }),
  },
  {
    what: 'the reference of a refund that failed',
    needs: ['buyer'],
    async wrong({ merchant }, paid) {
      const failing = await merchant.refund(paid, { amount: 2_002, reason: 'sandbox_fail' });
      await merchant.settles(failing, 'failed');
      return { fields: { reference: failing.reference, amount: 2_002 } };
    },
  },
  {
    what: 'the reference of a refund of another checkout',
    needs: ['buyer'],
    async wrong({ merchant, buyer }) {
      const { reference } = await merchant.refundSettles(await buyer.paid(merchant), { amount: 2_002 });
      return { fields: { reference } };
    },
  },
  {
    what: 'the reference of a pending refund of another checkout, which fails afterwards',
    needs: ['buyer'],
    async wrong({ merchant, buyer }) {
      const failing = await merchant.refund(await buyer.paid(merchant), { amount: 2_002, reason: 'sandbox_fail' });
      return { fields: { reference: failing.reference }, meanwhile: () => merchant.settles(failing, 'failed') };
    },
  },
  {
    what: 'the reference of a pending refund of its own checkout, which fails afterwards',
    needs: ['buyer'],
    async wrong({ merchant }, paid) {
      const failing = await merchant.refund(paid, { amount: 2_002, reason: 'sandbox_fail' });
      const fields = { reference: failing.reference, amount: 2_003 };
      return { fields, meanwhile: () => merchant.settles(failing, 'failed') };
    },
  },
  {
    what: 'the idempotency key of a refund of another checkout',
    needs: ['buyer'],
    async wrong({ merchant, buyer, data }) {
      const idempotencyKey = data.reference('key');
      const { reference: paymentReference } = await buyer.paid(merchant);
      await merchant.createRefund({ paymentReference, amount: 1_001 }, { idempotencyKey });
      return { fields: { amount: 2_002 }, options: { idempotencyKey } };
    },
  },
  {
    what: 'another merchant who asks for it',
    needs: ['buyer', 'other-merchant'],
    wrong: async ({ other }) => ({ fields: { amount: 2_002 }, as: other }),
  },
  {
    what: 'a merchant of live who asks for it',
    needs: ['buyer', 'live'],
    wrong: async ({ live }) => ({ fields: { amount: 2_002 }, as: live }),
  },
  { what: 'an amount of -2002', needs: ['buyer'], wrong: async () => ({ fields: { amount: -2_002 } }) },
  { what: 'an amount of 2002.5', needs: ['buyer'], wrong: async () => ({ fields: { amount: 2_002.5 } }) },
  {
    what: 'a negative amount and a reason that is too long',
    needs: ['buyer'],
    wrong: async () => ({ fields: { amount: -2_002, reason: 'r'.repeat(256) } }),
  },
  {
    what: 'a reason that is no text',
    needs: ['buyer'],
    wrong: async () => ({ fields: { reason: ['torn'], amount: 2_002 } }),
  },
  { what: 'an amount as text', needs: ['buyer'], wrong: async () => ({ fields: { amount: '2002' } }) },
  { what: 'an amount of 0', needs: ['buyer'], wrong: async () => ({ fields: { amount: 0 } }) },
  {
    what: 'a reason of 256 characters',
    needs: ['buyer'],
    wrong: async () => ({ fields: { reason: 'r'.repeat(256) } }),
  },
];

/** Another refund of the checkout is pending and will fail, which makes room for the refused one. */
async function besideFailing(merchant: Merchant, paid: Created, fields: Wrong['fields']): Promise<Wrong> {
  const failing = await merchant.refund(paid, { amount: 2_002, reason: 'sandbox_fail' });
  return { fields, mayFit: true, meanwhile: () => merchant.settles(failing, 'failed') };
}
