import {
  Blocked,
  checks,
  created,
  type Exchange,
  expect,
  type Merchant,
  of,
  shared,
  summary,
} from '../../../lib/interface/index.ts';
import { mayBeTooLarge } from '../../escrows/support.ts';

// Escrow events show the exact amount, for amounts of every size.

const amounts = [
  10_001,
  99_999,
  1_000_001,
  16_777_217,
  123_456_789,
  1_999_999_999,
  2_000_000_000,
  2 ** 31,
  2 ** 32 + 10_001,
];

const ends = [
  { end: 'released', id: 'webhook.escrow-released-amount', told: (amount: number) => amount },
  { end: 'refunded', id: 'webhook.escrow-refunded-amount', told: (amount: number) => amount },
  { end: 'refunded in part', id: 'webhook.escrow-refunded-amount', told: (amount: number) => amount - 9_999 },
] as const;

const rows = ends.flatMap((end) => amounts.map((amount) => ({ ...end, amount })));
type Row = (typeof rows)[number];

interface Told {
  readonly merchant: Merchant;
  /** By name: the answer to the create request, and the reference. */
  readonly made: ReadonlyMap<string, { readonly answer: Exchange; readonly reference: string }>;
}

const nameOf = ({ end, amount }: Row) => `${amount} ${end}`;

const told = shared(
  'escrows of many amounts that end',
  ['escrow-buyer', 'webhooks'],
  async (context): Promise<Told> => {
    const { merchant, buyer, data } = context;
    const made = new Map<string, { answer: Exchange; reference: string }>();
    for (const row of rows) {
      const { end, amount } = row;
      const reference = data.reference('esc');
      const answer = await merchant.createEscrow({ reference, amount });
      made.set(nameOf(row), { answer, reference });
      // No maximum is shown: see the check.
      if (answer.status !== 201) continue;
      await buyer.funds(merchant, created('escrow', answer));
      if (end === 'released') await merchant.api.releaseEscrow(reference);
      else await merchant.api.refundEscrow(reference, end === 'refunded' ? {} : { amount: row.told(amount) });
    }
    return { merchant, made };
  },
);

checks(
  ({ id }) => id,
  rows,
  ({ end, amount, told }) => `of an escrow of ${amount} kobo that is ${end} it is ${told(amount)}`,
  async (context, row) => {
    const { merchant, made } = await told(context);
    const own = made.get(nameOf(row));
    if (own === undefined) throw new Blocked('suite fault: there is no such escrow');
    const { answer, reference } = own;
    mayBeTooLarge(answer, row.amount);
    if (answer.status !== 201) throw new Blocked(`the escrow should have been created: ${summary(answer)}`);
    const kind = row.end === 'released' ? 'escrow.released' : 'escrow.refunded';

    expect(of(await merchant.webhooks.given(kind, reference), 'amountMinor')).toBe(row.told(row.amount));
  },
  { needs: ['escrow-buyer'], drawn: 4 },
);
