import {
  Blocked,
  check,
  checks,
  expect,
  NotExercised,
  observation,
  of,
  shared,
  signatures,
  summary,
  timestamp,
} from '../../../lib/interface/index.ts';
import { twoApproved } from '../../support/alike/two-approved.ts';
import { askedOften, optionsOf } from '../../support/states/asked-often.ts';
import { delivery, names } from '../support.ts';

/** A link that was approved, then revoked by the merchant. */
const revoked = shared('a link approved and revoked', ['webhooks', 'sandbox-wallet'], ({ merchant, wallets }) =>
  wallets.withLinkable(1, async (wallet) => {
    const link = await wallets.approvedLink(merchant, wallet);
    return { merchant, link, deletion: await merchant.api.deleteWalletLink(link.linkId) };
  }),
);

const rejected = shared('a link rejected', ['webhooks', 'sandbox-wallet'], ({ merchant, wallets }) =>
  wallets.withLinkable(1, async (wallet) => {
    const link = await wallets.link(merchant, wallet);
    await wallets.decide(merchant, link, 'reject');
    return { merchant, link };
  }),
);

check('webhook.link-approved', 'it is sent after an approval', async (context) => {
  const { merchant, link } = await revoked(context);

  await merchant.webhooks.arrives('wallet.link.approved', link.linkId);
});

check('webhook.link-rejected', 'it is sent after a rejection', async (context) => {
  const { merchant, link } = await rejected(context);

  await merchant.webhooks.arrives('wallet.link.rejected', link.linkId);
});

check('webhook.link-expired', 'it is sent after 5 minutes without a decision', async (context) => {
  const { merchant, wallets, time } = context;
  await wallets.withLinkable(1, async (wallet) => {
    const link = await wallets.link(merchant, wallet, { expiresInMinutes: 5 });
    await time.wait(300, 'the link expires');

    await merchant.webhooks.arrives('wallet.link.expired', link.linkId);
  });
});

check('webhook.link-revoked', 'it is sent after the merchant unlinked', async (context) => {
  const { merchant, link, deletion } = await revoked(context);
  if (deletion.status >= 300) throw new Blocked(`the link should have been revoked: ${summary(deletion)}`);

  await merchant.webhooks.arrives('wallet.link.revoked', link.linkId);
});

check('webhook.link-revoked-by-owner', 'it is sent after the owner unlinked', async ({ merchant, wallets }) => {
  const link = await wallets.withLinkable(1, async (wallet) => {
    const approved = await wallets.approvedLink(merchant, wallet);
    await wallets.owner(merchant, approved, 'unlink');
    return approved;
  });

  await merchant.webhooks.arrives('wallet.link.revoked', link.linkId);
});

for (const [event, story] of [
  ['wallet.link.approved', revoked],
  ['wallet.link.revoked', revoked],
  ['wallet.link.rejected', rejected],
] as const) {
  check('webhook.link-payload', `${event} has all its fields and both signatures`, async (context) => {
    const { merchant, link } = await story(context);
    const { linkId, linkRef, wallet } = link;
    const found = await delivery(context, `a ${event} for ${linkId} or ${linkRef}`, {
      path: merchant.webhooks.path,
      event,
      where: ({ body }) => names(body, linkId, linkRef),
    });

    expect(of(found)).toMatchObject({ reference: linkId, linkId, linkRef, walletId: wallet.walletId });
    expect(of(found)).toMatchObject({ id: /./, walletName: /./ });
    const received = await merchant.webhooks.any(event, linkId);
    expect(of(received, 'occurredAt')).toBeDateTime();
    expect(signatures(received), received.verification.problems.join('; ')).toEqual(['valid', 'valid']);
    expect(timestamp(received)).toBeA('number');
  });
}

check('webhook.link-approved-registered-name', 'it is Chinwe Okafor-Bello in full', async (context) => {
  const { merchant, wallets } = context;
  const link = await wallets.approvedLink(merchant, await wallets.make({ holderName: 'Chinwe Okafor-Bello' }));

  const event = await merchant.webhooks.given('wallet.link.approved', link.linkId);

  expect(of(event, 'walletName')).toBe('Chinwe Okafor-Bello');
});

checks(
  'webhook.link-approved',
  askedOften,
  ({ what }) => `after ${what} the approval of the new link is told`,
  async (context, { run }) => {
    const { merchant, last } = await run(context);

    if (last === null) throw new Blocked('a link request before it was refused');
    await merchant.webhooks.arrives('wallet.link.approved', last.linkId);
  },
  (row) => ({ ...optionsOf(row), needs: ['webhooks', ...row.needs] }),
);

checks(
  ({ told }) => told,
  twoApproved,
  ({ words }) => `${words}, and wallet.link.revoked tells of that one`,
  async (context, { run }) => {
    const { as, link } = (await run(context)).unlinked;
    if (as.access.webhookSecret === null) throw new NotExercised('the merchant has no webhook secret');

    await as.webhooks.arrives('wallet.link.revoked', link.linkId);
  },
  ({ needs }) => ({ needs: ['webhooks', ...needs], drawn: 1 }),
);

observation('webhook.link-name-otherwise', async ({ merchant, wallets }) => {
  const holderName = 'Chinwe Okafor-Bello';
  const link = await wallets.link(merchant, await wallets.make({ holderName }));
  await wallets.decide(merchant, link, 'reject');
  const { payload } = await merchant.webhooks.given('wallet.link.rejected', link.linkId);
  return `wallet.link.rejected: ${payload.walletName === holderName ? 'registered' : 'masked'} (${payload.walletName})`;
});
