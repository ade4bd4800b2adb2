import { check, checks, expect, inLive, of, shared } from '../../../lib/interface/index.ts';
import { anotherLive } from '../../support/another-live.ts';
import { expectRefusal } from '../support.ts';

// A link of a live merchant is that merchant's alone; the five requests of an hour are those of all of them.

const needs = ['live', 'wallets', 'wallet-owner'] as const;

const lives = (['PENDING', 'APPROVED'] as const).map((status) => ({
  status,
  life: shared(`a live link that is ${status}, and that another live merchant knows`, needs, async (context) => {
    const { merchant, wallets } = inLive(context);
    const wallet = await wallets.make();
    const link = await wallets.link(merchant, wallet, { expiresInMinutes: 60 });
    if (status === 'APPROVED') await wallets.decide(merchant, link, 'approve');
    return { merchant, wallet, link };
  }),
}));

checks(
  'wallet-link.other-merchant',
  lives,
  ({ status }) => `live, ${status}: another live merchant reads and deletes it in vain`,
  async (context, { status, life }) => {
    const { merchant, link } = await life(context);
    const another = await anotherLive(context, merchant);

    expect(await another.api.getWalletLink(link.linkId)).toBeRefused();
    expect(await another.api.deleteWalletLink(link.linkId)).toBeRefused();
    expect(await merchant.api.getWalletLink(link.linkId)).toHaveField('status', status);
  },
  { needs, drawn: 1 },
);

checks(
  'wallet.balance-per-merchant',
  lives.filter(({ status }) => status === 'APPROVED'),
  () => 'live: another live merchant gets no balance for it',
  async (context, { life }) => {
    const { merchant, wallet } = await life(context);
    const another = await anotherLive(context, merchant);

    expect(await another.api.getWalletBalance(wallet.walletId)).toHaveStatus(403);
  },
  { needs },
);

checks(
  'wallet-link.ref-per-merchant',
  lives.filter(({ status }) => status === 'PENDING'),
  () => "live: another live merchant's request with the same linkRef does not get the link",
  async (context, { life }) => {
    const { merchant, wallet, link } = await life(context);
    const another = await anotherLive(context, merchant);
    const theirs = await context.wallets.make({ environment: 'live' });
    const answer = await context.wallets.createLink(another, theirs, { linkRef: link.linkRef });

    expect(of(answer, 'linkId')).not.toBe(link.linkId);
    expect(of(answer, 'walletId')).not.toBe(wallet.walletId);
    expect(await merchant.api.getWalletLink(link.linkId)).toHaveField('status', 'PENDING');
  },
  { needs },
);

const first = shared('a live merchant beside another', ['live'], async ({ live }) => {
  await live.present();
  return live;
});

check(
  'wallet-link.sixth-refused-over-merchants',
  "live: three requests of one merchant and two of another's use up a wallet for both",
  async (context) => {
    const merchant = await first(context);
    const another = await anotherLive(context, merchant);
    const { wallets } = context;
    const wallet = await wallets.make({ environment: 'live' });
    for (const each of [merchant, merchant, merchant, another, another]) await wallets.link(each, wallet);

    expectRefusal(await wallets.createLink(another, wallet));
    expectRefusal(await wallets.createLink(merchant, wallet));
  },
  { needs: ['live', 'wallets'] },
);
