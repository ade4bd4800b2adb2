import type { Merchant } from './actors/merchant.ts';
import type { Wallets } from './actors/wallets.ts';
import type { Capability } from './register/index.ts';

/** Capabilities that have another name in live. */
const names: Partial<Record<Capability, Capability>> = {
  buyer: 'live-buyer',
  webhooks: 'live-webhooks',
  'other-merchant': 'other-live-merchant',
};

/** What is needed in live for what needs these in sandbox. */
export function needsInLive(needs: readonly Capability[]): Capability[] {
  return [...new Set<Capability>(['live', ...needs.map((need) => names[need] ?? need)])];
}

interface Sides {
  readonly live: Merchant;
  readonly otherLive: Merchant;
  readonly wallets: Wallets;
}

/** The context of a check whose merchants and wallets are live. */
export function inLive<Context extends Sides>(context: Context): Context {
  const wallets = context.wallets.in('live');
  // One seller for the whole check: a create that is sent again has the same body.
  let made: Promise<string> | undefined;
  const seller = () => {
    made ??= wallets.make().then(({ walletId }) => walletId);
    return made;
  };
  return Object.create(context, {
    environment: { value: 'live' },
    merchant: { value: context.live.sellingFor(seller) },
    other: { get: () => context.otherLive.sellingFor(seller) },
    wallets: { value: wallets },
  });
}
