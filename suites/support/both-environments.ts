import {
  type Capability,
  type CheckContext,
  checks,
  expect,
  type Merchant,
  of,
  type RequirementId,
  type Wallet,
} from '../../lib/interface/index.ts';
import { asOften } from '../wallet-links/support.ts';

// "Two fully separate environments exist": the same name in both denotes two objects, each with its own history and limits. Nothing done in
// one environment is visible in the other.

/** One environment's merchant, and the other's. */
interface Sides {
  readonly context: CheckContext;
  readonly one: Merchant;
  readonly other: Merchant;
  /** Wallets with the same id and different holders, with 8,642 kobo in the first environment and 1,357 in the other. */
  wallets(): Promise<{ readonly own: Wallet; readonly theirs: Wallet }>;
}

const turns = ['sandbox', 'live'] as const;
type Environment = (typeof turns)[number];
const opposite = { sandbox: 'live', live: 'sandbox' } as const;

function sidesOf(context: CheckContext, first: Environment): Sides {
  const { merchant, live, wallets } = context;
  const [one, other] = first === 'sandbox' ? [merchant, live] : [live, merchant];
  return {
    context,
    one,
    other,
    async wallets() {
      const own = await wallets.make({ environment: first, holderName: 'Ngozi Eze', balanceMinor: 8_642 });
      const { walletId } = own;
      const environment = opposite[first];
      const theirs = await wallets.make({ environment, walletId, holderName: 'Bode Ife', balanceMinor: 1_357 });
      return { own, theirs };
    },
  };
}

interface Row {
  readonly id: RequirementId;
  readonly what: string;
  readonly needs: readonly Capability[];
  check(sides: Sides): Promise<void>;
}

const linkedByOwner = ['wallets', 'wallet-owner'] as const;

async function approved({ context: { wallets } }: Sides, as: Merchant, wallet: Wallet) {
  const link = await wallets.link(as, wallet);
  await wallets.owner(as, link, 'approve');
  return link;
}

const shows = (as: Merchant, { linkId }: { linkId: string }) => as.api.getWalletLink(linkId);

const rows: readonly Row[] = [
  {
    id: 'wallet-link.five-per-hour',
    what: 'a wallet id that has used up its five requests',
    needs: ['wallets'],
    async check(sides) {
      const { own, theirs } = await sides.wallets();
      for (const _request of asOften) await sides.context.wallets.createLink(sides.one, own);
      for (const _request of asOften)
        expect(await sides.context.wallets.createLink(sides.other, theirs)).toHaveStatus(201);
    },
  },
  {
    id: 'environment.data-is-separate',
    what: 'a wallet id that has a pending link, which a newer request for the other wallet leaves as it is',
    needs: linkedByOwner,
    async check(sides) {
      const { own, theirs } = await sides.wallets();
      const { wallets } = sides.context;
      const link = await wallets.link(sides.one, own);
      await wallets.link(sides.other, theirs);
      expect(await shows(sides.one, link)).toHaveField('status', 'PENDING');
      await wallets.owner(sides.one, link, 'approve');
      expect(await shows(sides.one, link)).toHaveField('status', 'APPROVED');
    },
  },
  {
    id: 'environment.data-is-separate',
    what: 'a linkRef, with which a link of its own is made',
    needs: ['wallets'],
    async check(sides) {
      const { own, theirs } = await sides.wallets();
      const { wallets, data } = sides.context;
      const linkRef = data.reference('lnk');
      const link = await wallets.link(sides.one, own, { linkRef });
      const answer = await wallets.createLink(sides.other, theirs, { linkRef });
      expect(answer).toHaveStatus(201);
      expect(of(answer, 'linkId')).not.toBe(link.linkId);
    },
  },
  {
    id: 'environment.data-is-separate',
    what: 'a wallet id that is linked, and whose balance stays closed',
    needs: linkedByOwner,
    async check(sides) {
      const { own, theirs } = await sides.wallets();
      await approved(sides, sides.one, own);
      expect(await sides.other.api.getWalletBalance(theirs.walletId)).toHaveStatus(403);
    },
  },
  {
    id: 'wallet-link.approved-stays',
    what: 'a wallet id that is linked, and whose link ends when that of the other wallet is approved and unlinked',
    needs: linkedByOwner,
    async check(sides) {
      const { own, theirs } = await sides.wallets();
      const link = await approved(sides, sides.one, own);
      const { linkId } = await approved(sides, sides.other, theirs);
      expect(await shows(sides.one, link), 'when the other is approved').toHaveField('status', 'APPROVED');
      await sides.other.api.deleteWalletLink(linkId);
      expect(await shows(sides.one, link), 'when the other is unlinked').toHaveField('status', 'APPROVED');
      expect(await sides.one.api.getWalletBalance(own.walletId)).toHaveStatus(200);
    },
  },
  {
    id: 'wallet-link.registered-name',
    what: 'a wallet id of a holder whom its wallet.link.approved names',
    needs: [...linkedByOwner, 'webhooks', 'live-webhooks'],
    async check(sides) {
      const { own } = await sides.wallets();
      const { linkId } = await approved(sides, sides.one, own);
      const event = await sides.one.webhooks.given('wallet.link.approved', linkId);
      expect(of(event, 'walletName')).toBe(own.holderName);
    },
  },
  {
    id: 'wallet.balance-amount',
    what: 'a wallet id with another balance',
    needs: linkedByOwner,
    async check(sides) {
      const { own, theirs } = await sides.wallets();
      await approved(sides, sides.one, own);
      await approved(sides, sides.other, theirs);
      expect(await sides.one.api.getWalletBalance(own.walletId)).toHaveField('availableMinor', 8_642);
      expect(await sides.other.api.getWalletBalance(theirs.walletId)).toHaveField('availableMinor', 1_357);
    },
  },
];

/** Defines the checks of one chapter: those rows whose requirement ids start with `chapter`. */
export function bothEnvironmentsTable(chapter: string): void {
  checks(
    ({ row }) => row.id,
    rows.filter(({ id }) => id.startsWith(chapter)).flatMap((row) => turns.map((first) => ({ row, first }))),
    ({ row, first }) => `${first} has ${row.what}: ${opposite[first]} has nothing of it`,
    (context, { row, first }) => row.check(sidesOf(context, first)),
    ({ row }) => ({ needs: ['live', ...row.needs], drawn: 1 }),
  );
}
