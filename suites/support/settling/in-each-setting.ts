import {
  type CheckContext,
  checks,
  created,
  type Exchange,
  expect,
  inLive,
  NotExercised,
  needsInLive,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';
import { withBalance } from '../../environments/support.ts';
import type { Row } from '../alike/groups.ts';
import { attempt } from '../attempts.ts';
import { type Setting, settings } from './settings.ts';

// No rule of money asks where webhooks go, how they are signed or what became of them: each kind is created, paid, settles and ends as always.

interface Deed {
  readonly id: RequirementId;
  readonly what: string;
  readonly becomes: string;
  /** Settlement within seconds is stated of the sandbox alone. */
  readonly inLive: boolean;
  /** In each setting, not only where all deeds are done. */
  readonly always?: true;
  /** The last record; the answer to its create where that was refused. A later refusal shows in the record. */
  end(context: CheckContext): Promise<Exchange>;
}

async function settled({ merchant }: CheckContext, kind: 'payout' | 'refund', answer: Exchange): Promise<Exchange> {
  return answer.status === 201 ? await merchant.becomes(created(kind, answer), 'succeeded') : answer;
}

async function escrowEnds(
  { merchant, buyer }: CheckContext,
  status: string,
  act: (reference: string) => Promise<unknown>,
  paid = true,
): Promise<Exchange> {
  const answer = await merchant.createEscrow({ amount: 30_011 });
  if (answer.status !== 201) return answer;
  const escrow = created('escrow', answer);
  if (paid) {
    await attempt(buyer.paysEscrow(merchant, escrow));
    await merchant.confirms(escrow, 'funded');
  }
  await act(escrow.reference);
  return await merchant.becomes(escrow, status, 60);
}

const deeds: readonly Deed[] = [
  {
    id: 'payout.succeeds',
    what: 'a payout succeeds',
    becomes: 'succeeded',
    inLive: false,
    always: true,
    end: async (context) => settled(context, 'payout', await context.merchant.createPayout()),
  },
  {
    id: 'refund.settles',
    what: 'a refund succeeds',
    becomes: 'succeeded',
    inLive: false,
    always: true,
    async end(context) {
      const { merchant, buyer } = context;
      const { reference: paymentReference } = await buyer.paid(merchant, { amount: 5_003 });
      return await settled(context, 'refund', await merchant.createRefund({ paymentReference, amount: 1_003 }));
    },
  },
  {
    id: 'checkout.paid',
    what: 'a checkout is paid',
    becomes: 'succeeded',
    inLive: true,
    async end({ merchant, buyer }) {
      const answer = await merchant.createCheckout();
      if (answer.status !== 201) return answer;
      const checkout = created('checkout', answer);
      await attempt(buyer.tries(merchant, checkout, 'succeeded'));
      return await merchant.confirms(checkout, 'succeeded');
    },
  },
  {
    id: 'escrow.released',
    what: 'an escrow is released',
    becomes: 'released',
    inLive: true,
    end: (context) => escrowEnds(context, 'released', (reference) => context.merchant.api.releaseEscrow(reference)),
  },
  {
    id: 'escrow.refunded',
    what: 'a part of an escrow is refunded',
    becomes: 'refunded',
    inLive: false,
    end: (context) =>
      escrowEnds(context, 'refunded', (reference) => context.merchant.api.refundEscrow(reference, { amount: 10_007 })),
  },
  {
    id: 'escrow.cancelled',
    what: 'an escrow is cancelled',
    becomes: 'cancelled',
    inLive: false,
    end: (context) =>
      escrowEnds(context, 'cancelled', (reference) => context.merchant.api.cancelEscrow(reference), false),
  },
];

const needsOf = (setting: Setting): Row['needs'] => ['buyer', 'escrow-buyer', ...setting.needs];

const rows = settings.flatMap((setting) => {
  const own = deeds.filter(({ always }) => setting.whole || always);
  const run = shared(`what a merchant does ${setting.what}`, needsOf(setting), async (context) => {
    await setting.lead(context);
    const seen = new Map<Deed, Exchange | Error>();
    // What could not be brought that far is a matter of that deed alone.
    for (const deed of own.filter(({ inLive }) => inLive || context.environment === 'sandbox'))
      seen.set(deed, await deed.end(context).catch((error: Error) => error));
    return seen;
  });
  return own.map((deed) => ({ ...deed, deed, setting, run }));
});

/** Defines the checks of the chapter whose requirement ids begin with `chapter`. */
export function inEachSetting(chapter: 'checkout.' | 'refund.' | 'payout.' | 'escrow.'): void {
  checks(
    ({ id }) => id,
    rows.filter(({ id }) => id.startsWith(chapter)),
    ({ what, setting }) => `${what} ${setting.what}`,
    async (context, { run, deed }) => {
      const seen = (await run(context)).get(deed);
      if (seen instanceof Error) throw seen;
      if (seen === undefined) throw new NotExercised('it was not done');

      expect(seen).toHaveField('status', deed.becomes);
    },
    ({ setting, inLive }) => ({
      needs: needsOf(setting),
      alsoInLive: inLive && setting.inLive,
      ...(setting.waits && { waits: setting.waits }),
    }),
  );
}

/** In live: the whole balance is paid out, whatever the console says of webhooks. */
export function balancePaidOutInEachSetting(): void {
  checks(
    'environment.live-payout-of-balance',
    settings.filter(({ inLive }) => inLive),
    ({ what }) => `exactly what is available, ${what}`,
    async (context, { lead }) => {
      const { live } = context;
      await withBalance(context, [50_000], async (_payment, available) => {
        await lead(inLive(context));

        expect(await live.createPayout({ amount: available })).toHaveStatus(201);
      });
    },
    ({ needs }) => ({ needs: needsInLive(needs), drawn: 1 }),
  );
}
