import {
  type Capability,
  type CheckContext,
  type Created,
  type Duration,
  type EventKind,
  type Exchange,
  expect,
  NotExercised,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';
import { tries } from '../../escrows/support.ts';
import type { Row } from '../alike/groups.ts';
import { HOUR } from '../attempts.ts';

// "no buyer report within autoReleaseHours": what may be done with a funded escrow may be done until the end of its own time, of which 72 hours
// are only the default.

interface Deed {
  readonly what: string;
  readonly id: RequirementId;
  readonly status: string;
  readonly told: { readonly id: RequirementId; readonly event: EventKind };
  readonly needs: readonly Capability[];
  act(context: CheckContext, escrow: Created): Promise<unknown>;
}

const deeds: readonly Deed[] = [
  {
    what: 'the buyer asks for a refund',
    id: 'escrow.disputed',
    status: 'disputed',
    told: { id: 'webhook.escrow-disputed', event: 'escrow.disputed' },
    needs: ['escrow-dispute'],
    act: (context, escrow) => tries(context, context.buyer.disputes(context.merchant, escrow)),
  },
  {
    what: 'the buyer releases',
    id: 'escrow.released-by-buyer',
    status: 'released',
    told: { id: 'webhook.escrow-released-by-buyer', event: 'escrow.released' },
    needs: ['escrow-buyer-release'],
    act: (context, escrow) => tries(context, context.buyer.releases(context.merchant, escrow)),
  },
  {
    what: 'the merchant releases',
    id: 'escrow.released',
    status: 'released',
    told: { id: 'webhook.escrow-released', event: 'escrow.released' },
    needs: [],
    act: ({ merchant }, { reference }) => merchant.api.releaseEscrow(reference),
  },
  {
    what: 'the merchant refunds a part',
    id: 'escrow.refunded',
    status: 'refunded',
    told: { id: 'webhook.escrow-refunded', event: 'escrow.refunded' },
    needs: [],
    act: ({ merchant }, { reference }) => merchant.api.refundEscrow(reference, { amount: 10_007 }),
  },
];

/** Hours of an escrow, and hours after its payment at which something is done. Those of a day or less are in other tables. */
const windows: readonly { readonly hours: number; readonly at: readonly number[]; readonly waits: Duration }[] = [
  { hours: 100, at: [99], waits: '100h' },
  { hours: 720, at: [73, 168, 719], waits: '720h' },
];

const lives = windows.map((window) => ({
  ...window,
  life: shared(`escrows of ${window.hours} hours, late in their time`, ['escrow-buyer', 'clock'], async (context) => {
    const { merchant, buyer, time, can } = context;
    const made: { deed: Deed; after: number; escrow: Created }[] = [];
    for (const after of window.at)
      for (const deed of deeds.filter(({ needs }) => needs.every(can)))
        made.push({ deed, after, escrow: await buyer.funded(merchant, { autoReleaseHours: window.hours }) });
    const seen = new Map<string, { escrow: Created; record: Exchange }>();
    let passed = 0;
    for (const { deed, after, escrow } of made) {
      if (after > passed) await time.wait((after - passed) * HOUR, 'an escrow is late in its time');
      passed = after;
      // A refusal shows in the status; what control does not offer may show only when it is called.
      const missing = await deed.act(context, escrow).then(
        () => false,
        (error: unknown) => error instanceof NotExercised || Promise.reject(error),
      );
      if (!missing)
        seen.set(`${after} ${deed.id}`, { escrow, record: await merchant.becomes(escrow, deed.status, 60) });
    }
    return { merchant, seen };
  }),
}));

const cells = lives.flatMap((window) =>
  window.at.flatMap((after) => deeds.map((deed) => ({ ...window, ...deed, deed, after }))),
);
type Cell = (typeof cells)[number];

const title = ({ hours, after, what }: Cell) => `of ${hours} hours, ${after} hours after its payment ${what}`;

async function endOf(context: CheckContext, { life, after, deed }: Cell) {
  const { merchant, seen } = await life(context);
  const end = seen.get(`${after} ${deed.id}`);
  if (end === undefined) throw new NotExercised('control does not offer it');
  return { merchant, ...end };
}

/** Checks for several chapters: see `table`. */
export const lateInItsTime: readonly Row[] = cells.flatMap((cell): Row[] => {
  const { id, status, told, waits } = cell;
  const needs: Row['needs'] = ['escrow-buyer', 'clock', ...cell.needs];
  return [
    {
      id,
      title: title(cell),
      needs,
      waits,
      async check(context) {
        expect((await endOf(context, cell)).record).toHaveField('status', status);
      },
    },
    {
      id: told.id,
      title: `${title(cell)}: ${told.event} comes`,
      needs: ['webhooks', ...needs],
      waits,
      async check(context) {
        const { merchant, escrow } = await endOf(context, cell);
        await merchant.webhooks.arrives(told.event, escrow.reference);
      },
    },
  ];
});
