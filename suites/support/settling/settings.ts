import type { Capability, CheckContext } from '../../../lib/interface/index.ts';
import { LONG } from '../../webhooks/retries/timing.ts';
import { sent } from '../../webhooks/support.ts';
import { otherSettings } from '../console-settings.ts';

/** What has just happened in a merchant's console, or to what it lists, before the merchant goes on. */
export interface Setting {
  readonly what: string;
  readonly needs: readonly Capability[];
  readonly waits?: '40h';
  /** Not where it needs a payout that fails to be told: in live a balance would have to cover it. */
  readonly inLive: boolean;
  /** Whether all deeds follow, or those of payments alone. */
  readonly whole: boolean;
  lead(context: CheckContext): Promise<unknown>;
}

export const settings: readonly Setting[] = [
  ...otherSettings
    .filter(({ linkedWallets }) => linkedWallets === undefined)
    .map(({ what, needs, change }) => ({
      what: `just when ${what}`,
      needs: ['own-merchant', ...needs] as const,
      // The capture server has no https address, and live merchants may need one.
      inLive: !needs.includes('webhooks'),
      whole: !needs.includes('webhooks'),
      lead: change,
    })),
  {
    what: 'while a delivery is answered with 500',
    needs: ['own-merchant', 'webhooks'],
    inLive: false,
    whole: true,
    lead: (context) => sent(context, 500),
  },
  {
    what: 'once a delivery was given up',
    needs: ['own-merchant', 'webhooks', 'clock'],
    waits: '40h',
    inLive: false,
    whole: false,
    async lead(context) {
      await sent(context, 500);
      await context.time.wait(LONG, 'a delivery is given up');
    },
  },
  {
    what: 'when an event was just resent',
    needs: ['own-merchant', 'webhooks', 'deliveries', 'resend'],
    inLive: false,
    whole: false,
    async lead(context) {
      const { reference } = await sent(context);
      await context.console.resendEvent(context.merchant, 'payout.succeeded', reference);
    },
  },
];
