import {
  Blocked,
  type Capability,
  type CheckContext,
  type Created,
  field,
  shared,
  summary,
} from '../../../lib/interface/index.ts';
import { HOUR, moment } from '../attempts.ts';

// Opening a page does not count as payment: periods and dates that depend on the payment start when the buyer pays, however long the page
// was open.

interface Visit {
  readonly what: string;
  readonly needs: readonly Capability[];
  /** Opens pages, lets time pass, and pays; `pays` records the target's time before and after the payment. */
  visits(
    context: CheckContext,
    resource: Created,
    pays: (deed: () => Promise<unknown>) => Promise<void>,
  ): Promise<void>;
}

const later = ({ time }: CheckContext) => time.wait(3 * HOUR, 'the buyer leaves the page open');

const visits: readonly Visit[] = [
  {
    what: 'opened three hours before it was paid there',
    needs: [],
    visits: (context, resource, pays) =>
      context.buyer.atPage(resource, async (page) => {
        await later(context);
        await pays(() => page.pays({}, { stays: true }));
      }),
  },
  {
    what: 'opened and left three hours before it was opened again and paid',
    needs: [],
    async visits(context, resource, pays) {
      await context.buyer.atPage(resource, async () => {});
      await later(context);
      await context.buyer.atPage(resource, (page) => pays(() => page.pays({}, { stays: true })));
    },
  },
  {
    what: 'open in two tabs, of which the older was paid in',
    needs: [],
    visits: (context, resource, pays) =>
      context.buyer.atPage(resource, async (older) => {
        await later(context);
        await context.buyer.atPage(resource, () => pays(() => older.pays({}, { stays: true })));
      }),
  },
  {
    what: 'opened three hours before it was paid elsewhere, and looked at by others meanwhile',
    needs: ['buyer', 'escrow-buyer'],
    visits: (context, resource, pays) =>
      context.buyer.atPage(resource, async () => {
        await later(context);
        await context.buyer.atPage(resource, async () => {});
        const { merchant, buyer } = context;
        await pays(() =>
          resource.kind === 'escrow'
            ? buyer.paysEscrow(merchant, resource)
            : buyer.tries(merchant, resource, 'succeeded'),
        );
      }),
  },
];

type Kind = 'checkout' | 'escrow';
const payers = { checkout: 'buyer', escrow: 'escrow-buyer' } as const;

export const openedBefore = visits.map((visit) => ({
  ...visit,
  checkout: lifeOf('checkout', visit),
  escrow: lifeOf('escrow', visit),
  /** A new escrow, with which a check continues from the moment of the payment. */
  freshEscrow: (context: CheckContext) => paid(context, 'escrow', visit),
}));

function lifeOf(kind: Kind, visit: Visit) {
  const needs = ['browser', ...visit.needs.filter((need) => need === payers[kind])] as const;
  return shared(`the page of an ${kind} ${visit.what}`, needs, (context) => paid(context, kind, visit));
}

async function paid(context: CheckContext, kind: Kind, { visits: visit }: Visit) {
  const { merchant } = context;
  const resource = kind === 'escrow' ? await merchant.escrow({ autoReleaseHours: 2 }) : await merchant.checkout();
  const times: Awaited<ReturnType<typeof moment>>[] = [];
  await visit(context, resource, async (deed) => {
    times.push(await moment(context, `the target's time before the ${kind} was paid`));
    await deed();
    const status = kind === 'escrow' ? 'funded' : 'succeeded';
    const last = await merchant.confirms(resource, status);
    if (field(last.json, 'status') !== status)
      throw new Blocked(`the ${kind} should have been paid: GET shows ${summary(last)}`);
    times.push(await moment(context, `the target's time after the ${kind} was paid`));
  });
  const record = await merchant.get(resource);
  return { merchant, resource, record, before: times[0] ?? null, after: times[1] ?? null };
}

/** What a check of such a payment needs. */
export const visitNeeds = (kind: Kind) => (visit: Visit) => ({
  needs: ['browser' as const, ...visit.needs.filter((need) => need === payers[kind])],
  waits: '4h' as const,
  drawn: 2,
});
