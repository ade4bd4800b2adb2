import {
  Blocked,
  type Body,
  type CheckContext,
  check,
  checks,
  type Exchange,
  expect,
  summary,
} from '../../../lib/interface/index.ts';
import { gain, gainInTheEnd, purse } from '../money/money.ts';
import { escrowEvents, toldOf } from '../states/deeds.ts';
import { tries } from '../support.ts';

// A refused request has no effect: no record, no used reference, no later change, and the existing escrow stays as it was.

const HOUR = 3_600;

function refused(answer: Exchange): void {
  if (answer.status < 400 || answer.status >= 500) {
    throw new Blocked(`the escrow should have been refused; got ${summary(answer)}`);
  }
}

const wrong: readonly (readonly [string, Body])[] = [
  ['an amount too small', { amount: 9_999 }],
  ['another currency', { currency: 'USD' }],
  ['autoReleaseHours too long', { autoReleaseHours: 721 }],
  ['a fee that nobody gets', { feeAmount: 100 }],
  ['metadata too large', { metadata: { note: 'm'.repeat(5_000) } }],
  ['a list as seller', { seller: ['0000000001'] }],
  ['a description too long', { description: 'd'.repeat(256) }],
];

checks(
  'escrow.refused-creates-nothing',
  wrong,
  ([what]) => `after ${what} there is none, and its reference is free`,
  async ({ merchant, data }, [, fields]) => {
    const reference = data.reference('esc');
    refused(await merchant.createEscrow({ reference, ...fields }));

    expect(await merchant.api.getEscrow(reference)).toHaveStatus(404);
    expect(await merchant.createEscrow({ reference, amount: 20_000 })).toHaveStatus(201);
  },
);

check(
  'escrow.refused-creates-nothing',
  'a key used for another escrow leaves the second one nothing',
  async (context) => {
    const { merchant, data } = context;
    const [key, reference] = [data.reference('key'), data.reference('esc')];
    await merchant.createEscrow({}, { idempotencyKey: key });
    refused(await merchant.createEscrow({ reference }, { idempotencyKey: key }));

    expect(await merchant.api.getEscrow(reference)).toHaveStatus(404);
    expect(await merchant.createEscrow({ reference })).toHaveStatus(201);
  },
);

check(
  'escrow.refused-creates-nothing',
  'after wallet_not_linked there is none, and its reference is free',
  async ({ merchant, console, wallets, data }) => {
    await console.change(merchant, { requireLinkedWallets: true });
    const wallet = await wallets.make();
    const escrow = { reference: data.reference('esc'), seller: { walletId: wallet.walletId } };
    refused(await merchant.createEscrow(escrow));
    expect(await merchant.api.getEscrow(escrow.reference)).toHaveStatus(404);
    await wallets.approvedLink(merchant, wallet);

    expect(await merchant.createEscrow(escrow)).toHaveStatus(201);
  },
  { needs: ['wallets', 'linked-wallets-setting'] },
);

check(
  'escrow.refused-creates-nothing',
  'after account_not_found there is none, and its reference is free',
  async ({ live, wallets, data }) => {
    const escrow = { reference: data.reference('esc'), seller: { walletId: data.walletId() } };
    refused(await live.createEscrow({ ...escrow, returnUrl: 'https://shop.example.com/return' }));
    expect(await live.api.getEscrow(escrow.reference)).toHaveStatus(404);
    const { walletId } = await wallets.make({ environment: 'live' });

    expect(await live.createEscrow({ ...escrow, seller: { walletId } })).toHaveStatus(201);
  },
  { needs: ['wallets', 'live'] },
);

check(
  'escrow.refused-creates-nothing',
  'two days later no event has told of a refused one',
  async ({ merchant, data, time }) => {
    const reference = data.reference('esc');
    refused(await merchant.createEscrow({ reference, amount: 9_999, autoReleaseHours: 1 }));
    await time.wait(25 * HOUR, 'nothing comes of a refused escrow');

    for (const event of escrowEvents) expect(merchant.webhooks.surely(event, reference)).toBeEmpty();
  },
  { needs: ['webhooks'], waits: '25h' },
);

check(
  'escrow.duplicate-leaves-the-first',
  'its amount, seller, buyer and time to release stay what they were',
  async (context) => {
    const { merchant, buyer, time } = context;
    const [seller, stranger] = [await purse(context), await purse(context)];
    const escrow = await merchant.escrow({
      amount: 50_021,
      seller: { walletId: seller.walletId },
      autoReleaseHours: 72,
    });
    refused(await again(context, escrow.reference, stranger.walletId));
    await buyer.funds(merchant, escrow);
    refused(await again(context, escrow.reference, stranger.walletId));
    await time.wait(HOUR + 300, 'the time to release of the refused one passes');
    expect(await merchant.get(escrow)).toHaveField('status', 'funded');

    await merchant.api.releaseEscrow(escrow.reference);
    expect(await gain(context, seller, 50_021), 'kobo that the seller has gained').toBe(50_021);
    expect(await gainInTheEnd(context, stranger), "kobo that the refused one's seller has gained").toBe(0);
    expect(toldOf(merchant, escrow)?.['escrow.cancelled'] ?? []).toBeEmpty();
  },
  { needs: ['wallets'], waits: '1h', alsoInLive: true },
);

check(
  'escrow.duplicate-leaves-the-first',
  'who may pay it is not what the refused one said',
  async (context) => {
    const { merchant, buyer, data } = context;
    const escrow = await merchant.escrow();
    refused(await again(context, escrow.reference, data.walletId()));

    await tries(context, buyer.paysEscrow(merchant, escrow, data.email()));
    expect(await merchant.confirms(escrow, 'funded')).toHaveField('status', 'funded');
  },
  { needs: ['escrow-buyer-email'] },
);

function again({ merchant, data }: CheckContext, reference: string, walletId: string) {
  return merchant.createEscrow({
    reference,
    amount: 90_001,
    seller: { walletId },
    buyer: { email: data.email() },
    autoReleaseHours: 1,
  });
}
