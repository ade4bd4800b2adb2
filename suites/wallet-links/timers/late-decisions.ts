import { type CheckContext, checks, expect, type Link, shared } from '../../../lib/interface/index.ts';
import { has, linkBecomes, there } from '../support.ts';

// PENDING ends with the first decision: one that comes shortly before the end of the link stands when that is over.

const LIFE = 5 * 60;

/** Seconds before its end at which a link is decided. Half a minute is as exact as the end of a link is taken to be. */
const moments = { 'at half of its time': LIFE / 2, 'in its last minute': 40 } as const;

const decisions = [
  { status: 'APPROVED', id: 'wallet-link.approved-does-not-expire', decide: approves },
  { status: 'REJECTED', id: 'wallet-link.rejected-is-final', decide: rejects },
  { status: 'REVOKED', id: 'wallet-link.revoked-is-final', decide: unlinks },
] as const;

/** A link for each decision, all decided in one moment and looked at again after their end. */
const decided = (Object.keys(moments) as (keyof typeof moments)[]).map((moment) => ({
  moment,
  life: shared(`links that are decided ${moment}`, ['wallets'], async (context) => {
    const { merchant, wallets, time } = context;
    const links = [];
    for (const row of decisions) {
      const link = await wallets.link(merchant, await wallets.make(), { expiresInMinutes: LIFE / 60 });
      links.push({ ...row, link });
    }
    await time.wait(LIFE - moments[moment], 'a wallet link nears its end');
    for (const { status, link, decide } of links) {
      await decide(context, link);
      there(has(await linkBecomes(context, link.linkId, status, 5), status) || undefined, `a link that is ${status}`);
    }
    await time.wait(moments[moment] + 60, 'a decided link does not expire');
    const seen = [];
    for (const { status, link } of links) seen.push({ status, last: await merchant.api.getWalletLink(link.linkId) });
    return seen;
  }),
}));

checks(
  ({ id }) => id,
  decided.flatMap((each) => decisions.map((row) => ({ ...each, ...row }))),
  ({ moment, status }) => `${status} ${moment}: it is still when that is over`,
  async (context, { life, status }) => {
    const last = (await life(context)).find((each) => each.status === status)?.last;

    expect(there(last, 'the decided link')).toHaveField('status', status);
  },
  { needs: ['wallets'], waits: '6m', drawn: 2 },
);

function approves({ merchant }: CheckContext, { linkId }: Link) {
  return merchant.api.approveWalletLink(linkId);
}

function rejects({ merchant }: CheckContext, { linkId }: Link) {
  return merchant.api.rejectWalletLink(linkId);
}

async function unlinks(context: CheckContext, link: Link) {
  await approves(context, link);
  return await context.merchant.api.deleteWalletLink(link.linkId);
}
