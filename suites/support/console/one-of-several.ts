import {
  type Capability,
  type CheckContext,
  type Created,
  type Exchange,
  expect,
  type Merchant,
  type RequirementId,
  shared,
  signatures,
} from '../../../lib/interface/index.ts';
import { there } from '../../wallet-links/support.ts';
import { separate } from '../../webhooks/support.ts';
import type { Row } from '../alike/groups.ts';
import { otherSettings } from '../console-settings.ts';

// "When the merchant account has the setting", "the merchant's webhook URL", "the webhook secret": each belongs to one merchant. What is changed in the
// console of one leaves those of another as they are, whichever of the two was made first, and whatever theirs are.

const orders = [
  { order: 'made before it', isFirst: true },
  { order: 'made after it', isFirst: false },
] as const;

/** 'Require linked wallets' of the merchant that is looked at; it is set in the console, as which value it has at first is not shown. */
const values = [
  { value: 'on', requireLinkedWallets: true },
  { value: 'off', requireLinkedWallets: false },
] as const;

/** The last row leaves the merchant without an address. */
const changes = [
  ...otherSettings.filter(({ what }) => !/cleared/.test(what)),
  ...otherSettings.filter(({ what }) => /cleared/.test(what)),
];

interface Seen {
  /** The answers to escrows for a seller without a link and for one with a link. */
  readonly unlinked: Exchange;
  readonly linked: Exchange;
  readonly payout: Created;
}

const needs: readonly Capability[] = [
  'own-merchant',
  'other-merchant',
  'wallets',
  'linked-wallets-setting',
  'webhooks',
];

async function changed(context: CheckContext, isFirst: boolean, requireLinkedWallets: boolean) {
  const { merchant, other, console, wallets, can } = context;
  if (isFirst) await other.present();
  await merchant.present();
  separate(other.webhooks.path, merchant.webhooks.path);
  const possible = changes.filter((each) => each.needs.every(can));
  // Those that are made later come to a merchant whose settings are no longer the first ones.
  if (!isFirst) for (const { change, needs } of possible) if (!needs.includes('webhook-url')) await change(context);
  await console.change(merchant, { requireLinkedWallets: !requireLinkedWallets });
  await other.present();
  await console.change(other, { requireLinkedWallets });
  const wallet = await wallets.make();
  await wallets.approvedLink(other, wallet);
  const unlinked = await wallets.make();
  const look = async (): Promise<Seen> => ({
    unlinked: await other.createEscrow({ seller: { walletId: unlinked.walletId } }),
    linked: await other.createEscrow({ seller: { walletId: wallet.walletId } }),
    payout: await other.payout(),
  });
  const seen = new Map<string, Seen>([[AT_FIRST, await look()]]);
  for (const { what, change } of possible) {
    await change(context);
    seen.set(what, await look());
  }
  return { other, seen };
}

const AT_FIRST = 'its setting is the other one';

const runs = orders.flatMap(({ order, isFirst }) =>
  values.map(({ value, requireLinkedWallets }) => ({
    order,
    value,
    required: requireLinkedWallets,
    run: shared(
      `a merchant with the setting ${value}, ${order}, while the settings of another one change`,
      needs,
      (context) => changed(context, isFirst, requireLinkedWallets),
    ),
  })),
);

interface Look {
  readonly id: RequirementId;
  readonly what: string;
  expects(seen: Seen, other: Merchant): unknown;
}

function looksAt(required: boolean): readonly Look[] {
  return [
    required
      ? {
          id: 'escrow.wallet-not-linked',
          what: 'an escrow for a wallet without a link is refused',
          expects({ unlinked }) {
            expect(unlinked).toBeRefused();
            expect(unlinked).toHaveField('error.code', 'wallet_not_linked');
          },
        }
      : {
          id: 'escrow.sandbox-any-seller',
          what: 'an escrow for a wallet without a link is accepted',
          expects: ({ unlinked }) => expect(unlinked).toHaveStatus(201),
        },
    {
      id: 'escrow.wallet-linked',
      what: 'an escrow for a wallet with a link is accepted',
      expects: ({ linked }) => expect(linked).toHaveStatus(201),
    },
    {
      id: 'webhook.own-address-only',
      what: 'its events come to its own address',
      expects: ({ payout }, other) => other.webhooks.arrives('payout.succeeded', payout.reference),
    },
    {
      id: 'webhook.signature',
      what: 'its events are signed with its own secret',
      async expects({ payout }, { webhooks }) {
        const event = await webhooks.any('payout.succeeded', payout.reference);
        expect(signatures(event)[0], event.verification.problems.join('; ')).toBe('valid');
      },
    },
  ];
}

/** Checks for several chapters: see `table`. */
export const oneOfSeveral: readonly Row[] = runs.flatMap(({ order, value, required, run }) =>
  [{ what: AT_FIRST, needs: [] as readonly Capability[] }, ...changes].flatMap(({ what, needs: own }) =>
    looksAt(required).map(
      (look): Row => ({
        id: look.id,
        title: `${look.what}: a merchant with the setting ${value}, ${order}, when of another ${what}`,
        needs: [...new Set([...needs, ...own])],
        async check(context) {
          const { other, seen } = await run(context);
          await look.expects(there(seen.get(what), what), other);
        },
      }),
    ),
  ),
);
