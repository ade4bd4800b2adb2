import { Blocked, type Capability, type CheckContext, type Merchant, NotExercised } from '../../lib/interface/index.ts';

/** Changes in the console, each of which must leave all other settings unchanged. */
export const otherSettings: readonly {
  readonly what: string;
  readonly needs: readonly Capability[];
  /** What becomes of the setting that sellers must be linked; undefined: it stays as it was. */
  readonly linkedWallets?: 'required' | 'as before';
  change(context: CheckContext): Promise<unknown>;
}[] = [
  {
    what: 'the webhook address is changed',
    // A live merchant may not take an http address.
    needs: ['webhook-url', 'webhooks'],
    change: ({ console, merchant, capture }) => console.change(merchant, { webhookUrl: capture.hook().url }),
  },
  {
    what: 'the webhook address is cleared',
    needs: ['webhook-url'],
    change: ({ console, merchant }) => console.change(merchant, { webhookUrl: null }),
  },
  {
    what: 'the webhook secret is rotated',
    needs: ['rotate-secret'],
    change: ({ console, merchant }) => console.rotateWebhookSecret(merchant),
  },
  {
    what: 'linked wallets are required',
    linkedWallets: 'required',
    needs: ['linked-wallets-setting'],
    change: ({ console, merchant }) => console.change(merchant, { requireLinkedWallets: true }),
  },
  {
    what: 'linked wallets are required, and then no more',
    linkedWallets: 'as before',
    needs: ['linked-wallets-setting'],
    async change({ console, merchant }) {
      await console.change(merchant, { requireLinkedWallets: true });
      await console.change(merchant, { requireLinkedWallets: false });
    },
  },
];

/** A step: gives a merchant an address that another one has. Whether two merchants may have one address is not shown. */
export async function sharesAddress(console: CheckContext['console'], merchant: Merchant, url: string): Promise<void> {
  await console.change(merchant, { webhookUrl: url }).catch((error: unknown) => {
    throw error instanceof Blocked ? new NotExercised(error.message) : error;
  });
}
