import {
  type Body,
  type CheckContext,
  checks,
  expect,
  type RequirementId,
  shared,
} from '../../../../lib/interface/index.ts';
import { mayRefuse } from '../../../support/attempts.ts';
import { feeTaker } from '../../money/money.ts';

// Each field has its own rule, and no rule of the create request but "feeWalletId: required with feeAmount" joins two fields: what is accepted
// by itself is accepted beside any other value that is.

interface Part {
  readonly id: RequirementId;
  readonly what: string;
  readonly fields: Body | ((context: CheckContext) => Body);
  /** A fee needs a wallet that is taken as feeWalletId. */
  readonly fee?: true;
}

const fee = (feeAmount: number): Part => ({
  id: 'escrow.optional-fee',
  what: `a fee of ${feeAmount} kobo`,
  fields: { feeAmount },
  fee: true,
});
const smallest: Part = { id: 'escrow.amount-smallest', what: '10,000 kobo', fields: { amount: 10_000 } };

const parts: readonly Part[] = [
  smallest,
  { id: 'escrow.auto-release-shortest', what: '1 hour', fields: { autoReleaseHours: 1 } },
  { id: 'escrow.auto-release-longest', what: '720 hours', fields: { autoReleaseHours: 720 } },
  fee(1),
  { id: 'escrow.optional-fields', what: 'a named buyer', fields: { buyer: { email: 'ada.obi@example.com' } } },
  {
    id: 'escrow.sandbox-any-seller',
    what: 'a seller wallet that nobody made',
    fields: ({ data }) => ({ seller: { walletId: data.walletId() } }),
  },
  {
    id: 'escrow.optional-fields',
    what: 'texts and metadata',
    fields: {
      conditions: 'The goods have arrived, and nothing is broken',
      description: 'One bicycle, used',
      returnUrl: 'https://shop.example.com/return?from=escrow',
      metadata: { order: { lines: [1, 2, 3], gift: false } },
    },
  },
];

const isHours = ({ id }: Part) => id.startsWith('escrow.auto-release');

const pairs: readonly (readonly [Part, Part])[] = [
  ...parts.flatMap((one, at) =>
    parts.slice(at + 1).flatMap((other) => (isHours(one) && isHours(other) ? [] : [[one, other] as const])),
  ),
  ...[50, 99].map((kobo) => [smallest, fee(kobo)] as const),
];

const asked = pairs.map(([one, other]) => {
  const words = `${one.what}, with ${other.what}`;
  const answer = shared(`the answer to an escrow of ${words}`, [], async (context) => {
    const { merchant, feeWalletId } =
      one.fee || other.fee ? await feeTaker(context) : { merchant: context.merchant, feeWalletId: undefined };
    const fields = [one, other].map((part) => (typeof part.fields === 'function' ? part.fields(context) : part.fields));
    return await merchant.createEscrow({ ...Object.assign({}, ...fields), feeWalletId });
  });
  return { ids: new Set([one.id, other.id]), words, answer, fee: one.fee ?? other.fee };
});

for (const id of new Set(parts.map((part) => part.id))) {
  checks(
    id,
    asked.filter(({ ids }) => ids.has(id)),
    ({ words }) => `${words}: accepted`,
    async (context, { answer: asked, fee }) => {
      const answer = await asked(context);
      if (fee) mayRefuse(answer, 'how small or large a fee may be is not shown');
      expect(answer).toHaveStatus(201);
    },
  );
}
