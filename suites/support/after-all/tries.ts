import { type CheckContext, type Created, type Exchange, field } from '../../../lib/interface/index.ts';

/** An object that has ended, and its record right after that. */
export interface Over {
  readonly look: () => Promise<Exchange>;
  readonly ended: Exchange;
  readonly reference: string;
  readonly tries: readonly (() => Promise<unknown>)[];
}

export type Lead = (context: CheckContext) => Promise<Record<string, Over>>;

/** Everything that may be tried with a resource that has ended, except a refund of an escrow: which statuses accept one is not shown. */
function triesOf({ merchant, buyer }: CheckContext, resource: Created, { fails = false } = {}): Over['tries'] {
  const { api } = merchant;
  const { kind, reference } = resource;
  switch (kind) {
    case 'checkout':
      return [
        () => buyer.tries(merchant, resource, 'succeeded'),
        () => buyer.tries(merchant, resource, 'failed'),
        () => merchant.createCheckout({ reference, amount: 7_007 }),
        ...(fails ? [() => merchant.createRefund({ paymentReference: reference, amount: 101 })] : []),
      ];
    case 'refund':
      return [() => merchant.createRefund({ reference, paymentReference: paymentOf(resource), amount: 1 })];
    case 'payout':
      return [() => merchant.createPayout({ reference, amount: 10_001 })];
    case 'escrow':
      return [
        () => api.releaseEscrow(reference),
        () => api.cancelEscrow(reference),
        () => buyer.paysEscrow(merchant, resource),
        () => buyer.releases(merchant, resource),
        () => buyer.disputes(merchant, resource),
        () => merchant.createEscrow({ reference, amount: 60_001 }),
      ];
  }
}

function paymentOf({ exchange }: Created): unknown {
  return field(JSON.parse(exchange.sent.body ?? '{}'), 'paymentReference');
}

export async function over(context: CheckContext, resource: Created, { fails = false } = {}): Promise<Over> {
  const look = () => context.merchant.get(resource);
  const { reference } = resource;
  return { look, ended: await look(), reference, tries: triesOf(context, resource, { fails }) };
}

/** Refunds and payouts end by themselves. `asked`: the resource as created. */
export async function settled(context: CheckContext, asked: Created, status: 'succeeded' | 'failed'): Promise<Over> {
  await context.merchant.settles(asked, status);
  return await over(context, asked);
}
