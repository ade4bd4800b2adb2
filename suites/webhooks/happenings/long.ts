import {
  Blocked,
  type Body,
  type Capability,
  type CheckContext,
  created,
  type EventKind,
  type Exchange,
  field,
  type Link,
  summary,
} from '../../../lib/interface/index.ts';
import { LIFE } from '../../wallet-links/states/deeds.ts';
import { linkExpires } from '../../wallet-links/support.ts';

/** Lengths of names that have no limit in the document, longest first. */
const LENGTHS = [250, 100, 36];
const HOLDER = `Oluwadamilola ${'Oluwatobiloba '.repeat(4)}Adeyemi-Ogunbanjo`;

const long = { description: 'd'.repeat(255), metadata: { note: 'm'.repeat(3_900) } };

export interface Subject {
  readonly reference: string;
  readonly link?: Link;
}

/** The answer to a request with the longest name that is taken. */
async function longest(
  { data }: CheckContext,
  lengths: readonly number[],
  send: (name: string) => Promise<Exchange>,
): Promise<Exchange> {
  let answer: Exchange | undefined;
  for (const length of lengths) {
    answer = await send(data.reference('long').padEnd(length, 'r').slice(0, length));
    if (answer.status === 201) return answer;
  }
  throw new Blocked(`it should have been created; got ${answer && summary(answer)}`);
}

const checkout = async (context: CheckContext) =>
  created(
    'checkout',
    await longest(context, [100], (reference) => context.merchant.createCheckout({ reference, ...long })),
  );

async function refunded(context: CheckContext, reason: string): Promise<Subject> {
  const { merchant, buyer } = context;
  const { reference: paymentReference } = await buyer.pays(merchant, await checkout(context));
  const answer = await longest(context, LENGTHS, (reference) =>
    merchant.createRefund({ reference, paymentReference, amount: 1_009, reason }),
  );
  return created('refund', answer);
}

async function paidOut(context: CheckContext, accountNumber: string): Promise<Subject> {
  const fields: Body = { narration: 'n'.repeat(100), recipient: { accountNumber, accountName: 'Ada Obi' } };
  const answer = await longest(context, LENGTHS, (reference) =>
    context.merchant.createPayout({ reference, ...fields }),
  );
  return created('payout', answer);
}

async function escrow(context: CheckContext, paid: boolean) {
  const { merchant, buyer } = context;
  const made = created(
    'escrow',
    await longest(context, LENGTHS, (reference) => merchant.createEscrow({ reference, ...long })),
  );
  return paid ? await buyer.funds(merchant, made) : made;
}

async function link(context: CheckContext, approved: boolean): Promise<Subject & { link: Link }> {
  const { merchant, wallets } = context;
  const wallet = await wallets.make({ holderName: HOLDER });
  const answer = await longest(context, LENGTHS, (linkRef) =>
    wallets.createLink(merchant, wallet, { linkRef, expiresInMinutes: LIFE }),
  );
  const [linkId, linkRef] = [String(field(answer.json, 'linkId')), String(field(answer.json, 'linkRef'))];
  const made = { linkId, linkRef, wallet, exchange: answer };
  if (approved) await wallets.decide(merchant, made, 'approve');
  return { reference: linkId, link: made };
}

interface Kind {
  readonly event: EventKind;
  readonly needs: readonly Capability[];
  readonly waits?: '6m';
  happens(context: CheckContext): Promise<Subject>;
}

const escrowOf = (
  event: EventKind,
  needs: readonly Capability[],
  ends: (context: CheckContext, made: Awaited<ReturnType<typeof escrow>>) => Promise<unknown>,
): Kind => ({
  event,
  needs,
  async happens(context) {
    const made = await escrow(context, event !== 'escrow.cancelled');
    await ends(context, made);
    return made;
  },
});

const linkOf = (
  event: EventKind,
  ends: (context: CheckContext, made: Link) => Promise<unknown>,
  more: Partial<Kind> = {},
): Kind => ({
  event,
  needs: ['wallets'],
  ...more,
  async happens(context) {
    const made = await link(context, event === 'wallet.link.revoked');
    await ends(context, made.link);
    return made;
  },
});

/** What happens to something whose texts are as long as may be. */
export const longTexts: readonly Kind[] = [
  linkOf('wallet.link.approved', ({ wallets, merchant }, made) => wallets.decide(merchant, made, 'approve')),
  linkOf('wallet.link.rejected', ({ wallets, merchant }, made) => wallets.decide(merchant, made, 'reject')),
  linkOf('wallet.link.revoked', ({ merchant }, { linkId }) => merchant.api.deleteWalletLink(linkId)),
  linkOf('wallet.link.expired', ({ time }) => linkExpires(time, LIFE), { waits: '6m' }),
  {
    event: 'payment.succeeded',
    needs: ['buyer'],
    happens: async (context) => context.buyer.pays(context.merchant, await checkout(context)),
  },
  {
    event: 'payment.failed',
    needs: ['payment-failure'],
    happens: async (context) => context.buyer.fails(context.merchant, await checkout(context)),
  },
  { event: 'refund.succeeded', needs: ['buyer'], happens: (context) => refunded(context, 'r'.repeat(255)) },
  { event: 'refund.failed', needs: ['buyer'], happens: (context) => refunded(context, 'sandbox_fail') },
  { event: 'payout.succeeded', needs: [], happens: (context) => paidOut(context, '0123456789') },
  { event: 'payout.failed', needs: [], happens: (context) => paidOut(context, '0000000000') },
  escrowOf('escrow.funded', ['escrow-buyer'], async () => {}),
  escrowOf('escrow.disputed', ['escrow-buyer', 'escrow-dispute'], ({ buyer, merchant }, made) =>
    buyer.disputes(merchant, made),
  ),
  escrowOf('escrow.released', ['escrow-buyer'], ({ merchant }, { reference }) => merchant.api.releaseEscrow(reference)),
  escrowOf('escrow.refunded', ['escrow-buyer'], ({ merchant }, { reference }) =>
    merchant.api.refundEscrow(reference, {}),
  ),
  escrowOf('escrow.cancelled', [], ({ merchant }, { reference }) => merchant.api.cancelEscrow(reference)),
];
