import { type CheckContext, check, expect } from '../../../lib/interface/index.ts';

type Id = Parameters<typeof check>[0];
type Needs = NonNullable<Parameters<typeof check>[3]>['needs'];
type Kind = 'checkout' | 'refund' | 'payout' | 'escrow';

/** An object whose reference was requested before it existed is found once it is created: a 404 must not be cached. */
export function lookedForBefore(
  id: Id,
  kind: Kind,
  needs: Needs,
  make: (context: CheckContext, reference: string) => Promise<unknown>,
): void {
  check(
    id,
    `a ${kind} whose reference was looked for before, by its merchant and another, is found`,
    async (context) => {
      const { merchant, other, data } = context;
      const reference = data.reference('ref');
      for (const each of [merchant, other, merchant])
        expect(await each.get({ kind, reference }), 'before').toHaveStatus(404);
      await make(context, reference);

      expect(await merchant.get({ kind, reference })).toHaveStatus(200);
      expect(await other.get({ kind, reference }), 'for another merchant').toHaveStatus(404);
    },
    { needs: ['other-merchant', ...(needs ?? [])] },
  );
}
