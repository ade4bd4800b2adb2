import { field, observation, summary } from '../../lib/interface/index.ts';
import { approved, declined, superseded, usedUp } from './states/lives.ts';
import { names, there } from './support.ts';

observation('wallet-link.record-fields', async (context) => {
  const { pending } = await declined(context);
  return names(there(pending, 'the pending link').json);
});

observation('wallet-link.superseded-status', async (context) => {
  const { olderLeft, olderEvents = [] } = await superseded(context);
  const status = field(there(olderLeft, 'the older link').json, 'status');
  return `${status ?? summary(there(olderLeft, 'the older link'))}; ${olderEvents.join(', ') || 'no event'}`;
});

observation('wallet-link.decision-responses', async (context) => {
  const { approval, deletion } = await approved(context);
  const { rejection } = await declined(context);
  const answers = Object.entries({ approve: approval, reject: rejection, DELETE: deletion });
  return answers
    .map(
      ([what, answer]) =>
        `${what}: ${answer === undefined ? 'not seen' : `${summary(answer)} (${names(answer.json)})`}`,
    )
    .join('; ');
});

observation('wallet-link.limit-error', async (context) => {
  const { sixth } = await usedUp(context);
  return summary(sixth);
});

observation('wallet-link.unknown-wallet', async ({ merchant, wallets, data }) => {
  const ask = async (walletId: string) =>
    summary(await wallets.createLink(merchant, { walletId, holderName: null }, {}, { onRateLimited: 'return' }));
  return `a wallet that does not exist: ${await ask(data.walletId())}; 9 digits: ${await ask('123456789')}`;
});

observation('wallet-link.unknown-link', async ({ merchant, data }) => {
  const linkId = data.reference('no-link');
  const read = await merchant.api.getWalletLink(linkId);
  const deletion = await merchant.api.deleteWalletLink(linkId);
  const approval = await merchant.api.approveWalletLink(linkId);
  return `GET: ${summary(read)}; DELETE: ${summary(deletion)}; approve: ${summary(approval)}`;
});

// The next two make their own wallets: an observation must not use up link requests of the sandbox's wallets.

observation(
  'wallet-link.delete-while-pending',
  async ({ merchant, wallets }) => {
    const { linkId } = await wallets.link(merchant, await wallets.make());
    const deletion = await merchant.api.deleteWalletLink(linkId);
    const status = field((await merchant.api.getWalletLink(linkId)).json, 'status');
    return `${summary(deletion)}; the link is then ${status}`;
  },
  { needs: ['wallets'] },
);

observation(
  'wallet-link.ref-beyond-ascii',
  async ({ merchant, wallets, data }) =>
    summary(await wallets.createLink(merchant, await wallets.make(), { linkRef: `${data.reference('lnk')}-Ṣọlá` })),
  { needs: ['wallets'] },
);

observation('wallet.balance-refusal-code', async ({ merchant }) =>
  summary(await merchant.api.getWalletBalance('0000000001')),
);
