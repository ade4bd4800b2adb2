import {
  type CheckContext,
  checks,
  created,
  type Exchange,
  expect,
  inLive,
  needsInLive,
  type RequirementId,
} from '../../../lib/interface/index.ts';
import { withBalance } from '../../environments/support.ts';
import { attempt } from '../attempts.ts';
import { otherSettings } from '../console-settings.ts';

// No rule about money asks where webhooks go or how they are signed. What a merchant does after such a change in sandbox, with all that settles
// there, is in `circumstances/`; here it is looked at in live, too.

/** The capture server has no https address, and live merchants may need one. */
const settings = otherSettings.filter(
  ({ linkedWallets, needs }) => linkedWallets === undefined && !needs.includes('webhooks'),
);

interface Deed {
  readonly id: RequirementId;
  readonly what: string;
  readonly becomes: string;
  /** The last record; the answer to its create where that was refused. A later refusal shows in the record. */
  end(context: CheckContext): Promise<Exchange>;
}

const deeds: readonly Deed[] = [
  {
    id: 'checkout.paid',
    what: 'a checkout is paid',
    becomes: 'succeeded',
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
    async end({ merchant, buyer }) {
      const answer = await merchant.createEscrow({ amount: 30_011 });
      if (answer.status !== 201) return answer;
      const escrow = created('escrow', answer);
      await attempt(buyer.paysEscrow(merchant, escrow));
      await merchant.confirms(escrow, 'funded');
      await merchant.api.releaseEscrow(escrow.reference);
      return await merchant.becomes(escrow, 'released', 60);
    },
  },
];

/** Defines the checks of the chapter whose requirement ids begin with `chapter`. */
export function inEachSetting(chapter: 'checkout.' | 'escrow.'): void {
  checks(
    ({ id }) => id,
    deeds
      .filter(({ id }) => id.startsWith(chapter))
      .flatMap((deed) => settings.map((setting) => ({ ...deed, setting }))),
    ({ what, setting }) => `${what} just when ${setting.what}`,
    async (context, { setting, end, becomes }) => {
      await setting.change(context);

      expect(await end(context)).toHaveField('status', becomes);
    },
    ({ setting }) => ({ needs: ['own-merchant', 'buyer', 'escrow-buyer', ...setting.needs], alsoInLive: true }),
  );
}

/** In live: the whole balance is paid out, whatever the console says of webhooks. */
export function balancePaidOutInEachSetting(): void {
  checks(
    'environment.live-payout-of-balance',
    settings,
    ({ what }) => `exactly what is available, just when ${what}`,
    async (context, { change }) => {
      const { live } = context;
      await withBalance(context, [50_000], async (_payment, available) => {
        await change(inLive(context));

        expect(await live.createPayout({ amount: available })).toHaveStatus(201);
      });
    },
    ({ needs }) => ({ needs: needsInLive(['own-merchant', ...needs]), drawn: 1 }),
  );
}
