import {
  type Capability,
  type CheckContext,
  type Created,
  checks,
  created,
  type Duration,
  expect,
  type RequirementId,
} from '../../lib/interface/index.ts';
import { DAY } from '../support/attempts.ts';
import { reached } from './support.ts';

// "Same key and same body: the original response is replayed": a replay of the create answers as at first and does nothing, whatever has become
// of the escrow since.

interface Row {
  readonly id: RequirementId;
  readonly status: string;
  readonly needs: readonly Capability[];
  readonly waits?: Duration;
  lead(context: CheckContext, escrow: Created): Promise<unknown>;
}

const paid = ['escrow-buyer'] as const;

const rows: readonly Row[] = [
  {
    id: 'escrow.cancelled-is-final',
    status: 'cancelled',
    needs: [],
    lead: ({ merchant }, { reference }) => merchant.api.cancelEscrow(reference),
  },
  {
    id: 'escrow.released-is-final',
    status: 'released',
    needs: paid,
    async lead({ merchant, buyer }, escrow) {
      await buyer.funds(merchant, escrow);
      await merchant.api.releaseEscrow(escrow.reference);
    },
  },
  {
    id: 'escrow.refunded-is-final',
    status: 'refunded',
    needs: paid,
    async lead({ merchant, buyer }, escrow) {
      await buyer.funds(merchant, escrow);
      await merchant.api.refundEscrow(escrow.reference, {});
    },
  },
  {
    id: 'escrow.expired-is-final',
    status: 'expired',
    needs: [],
    waits: '25h',
    lead: ({ time }) => time.wait(DAY, 'an unpaid escrow expires'),
  },
  {
    id: 'escrow.stays-until-its-turn',
    status: 'funded',
    needs: paid,
    lead: ({ merchant, buyer }, escrow) => buyer.funds(merchant, escrow),
  },
  {
    id: 'escrow.stays-until-its-turn',
    status: 'disputed',
    needs: [...paid, 'escrow-dispute'],
    async lead({ merchant, buyer }, escrow) {
      await buyer.funds(merchant, escrow);
      await buyer.disputes(merchant, escrow);
    },
  },
];

checks(
  ({ id }) => id,
  rows,
  ({ status }) => `${status}, then its create request is sent again under its key: it is ${status} still`,
  async (context, { status, lead }) => {
    const { merchant, data } = context;
    const [reference, idempotencyKey] = [data.reference('esc'), data.reference('key')];
    const send = () => merchant.createEscrow({ reference, amount: 20_011 }, { idempotencyKey });
    const escrow = created('escrow', await send());
    await lead(context, escrow);
    await reached(merchant, escrow, status, 600);
    await send();

    expect(await merchant.get(escrow)).toHaveField('status', status);
  },
  ({ needs, waits }) => ({ needs, ...(waits !== undefined && { waits }) }),
);
