import {
  type CheckContext,
  checks,
  created,
  type Exchange,
  expect,
  type Merchant,
  type RequirementId,
  type shared,
} from '../../lib/interface/index.ts';
import { unlessOneForAll } from './alike/groups.ts';

// Two merchants have refunds or payouts that are alike in all that both may choose: of one reference, or to one account, or of checkouts of one
// reference. Each has its own, with its own end.

type Needs = Parameters<typeof shared>[1];
type End = 'succeeded' | 'failed';
const opposite = { succeeded: 'failed', failed: 'succeeded' } as const;

interface Namesakes {
  readonly kind: 'refund' | 'payout';
  readonly needs: Needs;
  readonly ids: { readonly apart: RequirementId; readonly strangers: RequirementId };
  /** Returns what asks for one with this reference and this end, alike for both merchants. */
  prepare(context: CheckContext): Promise<(as: Merchant, reference: string, end: End) => Promise<Exchange>>;
}

export function namesakesTable({ kind, needs, ids, prepare }: Namesakes): void {
  const own: Needs = ['other-merchant', ...needs];
  checks(
    ids.apart,
    ['failed', 'succeeded'] as const,
    (end) => `of two ${kind}s of two merchants with one reference the first has ${end}, the other has ${opposite[end]}`,
    async (context, end) => {
      const { merchant, other, data } = context;
      const reference = data.reference('ref');
      const ask = await prepare(context);
      const first = created(kind, await ask(merchant, reference, end));
      const second = created(kind, await unlessOneForAll(ask(other, reference, opposite[end])));

      for (const [as, made, its] of [
        [merchant, first, end],
        [other, second, opposite[end]],
      ] as const) {
        expect(await as.becomes(made, its)).toHaveField('status', its);
      }
    },
    { needs: own, drawn: 1 },
  );

  checks(
    ids.strangers,
    ['both have'] as const,
    (who) => `${who} a ${kind} alike in all but the reference, and neither sees the other's`,
    async (context) => {
      const { merchant, other, data } = context;
      const ask = await prepare(context);
      const first = created(kind, await ask(merchant, data.reference('ref'), 'succeeded'));
      const second = created(kind, await ask(other, data.reference('ref'), 'succeeded'));

      for (const _look of ['at once', 'afterwards']) {
        expect(await other.get(first)).toHaveStatus(404);
        expect(await merchant.get(second)).toHaveStatus(404);
        await merchant.becomes(first, 'succeeded');
      }
    },
    { needs: own },
  );
}
