import {
  type CheckContext,
  came,
  check,
  checks,
  differentOf,
  distinct,
  expect,
  NotExercised,
  of,
  raw,
  shared,
  withStatus,
} from '../../../lib/interface/index.ts';
import { count, has, linkBecomes, there } from '../support.ts';
import { linkEvents, toldOf } from './deeds.ts';

// Concurrent decisions about one link: exactly one takes effect, and only its event is sent.

interface Race {
  readonly what: string;
  readonly approved: boolean;
  /** The permitted final states, each with the events that may have come. */
  readonly ends: Readonly<Record<string, readonly string[]>>;
  acts(context: CheckContext, linkId: string): readonly Promise<unknown>[];
}

const races: readonly Race[] = [
  {
    what: 'approve and reject',
    approved: false,
    ends: { APPROVED: ['wallet.link.approved'], REJECTED: ['wallet.link.rejected'] },
    acts: ({ merchant: { api } }, linkId) => [api.approveWalletLink(linkId), api.rejectWalletLink(linkId)],
  },
  {
    what: 'approve and approve',
    approved: false,
    ends: { APPROVED: ['wallet.link.approved'] },
    acts: ({ merchant: { api } }, linkId) => [api.approveWalletLink(linkId), api.approveWalletLink(linkId)],
  },
  {
    what: 'reject and reject',
    approved: false,
    ends: { REJECTED: ['wallet.link.rejected'] },
    acts: ({ merchant: { api } }, linkId) => [api.rejectWalletLink(linkId), api.rejectWalletLink(linkId)],
  },
  {
    what: 'DELETE and DELETE',
    approved: true,
    ends: { REVOKED: ['wallet.link.approved', 'wallet.link.revoked'] },
    acts: ({ merchant: { api } }, linkId) => [api.deleteWalletLink(linkId), api.deleteWalletLink(linkId)],
  },
];

const runs = new Map(races.map((race) => [race, shared(`at once: ${race.what}`, ['wallets'], (c) => run(c, race))]));

async function run(context: CheckContext, race: Race) {
  const { merchant, wallets, time } = context;
  const rounds = [];
  for (const _round of [1, 2]) {
    const link = await wallets.link(merchant, await wallets.make());
    if (race.approved) {
      await merchant.api.approveWalletLink(link.linkId);
      const approved = await linkBecomes(context, link.linkId, 'APPROVED');
      there(has(approved, 'APPROVED') || undefined, 'the approved link');
    }
    await Promise.all(race.acts(context, link.linkId));
    rounds.push(link);
  }
  await time.wait(60, 'what was decided at once has come about');
  const ended = [];
  for (const { linkId } of rounds) {
    ended.push({ record: await merchant.api.getWalletLink(linkId), told: toldOf(merchant, linkId) });
  }
  return ended;
}

async function runOf(context: CheckContext, race: Race) {
  const found = runs.get(race);
  if (found === undefined) throw new Error(`no race ${race.what}`);
  return await found(context);
}

checks(
  'wallet-link.one-decision-at-once',
  races,
  ({ what }) => `${what}: one of them comes about`,
  async (context, race) => {
    for (const { record } of await runOf(context, race)) {
      expect(of(record, 'status')).toBeOneOf(Object.keys(race.ends));
    }
  },
  { needs: ['wallets'] },
);

checks(
  'wallet-link.one-decision-at-once',
  races,
  ({ what }) => `${what}: one event tells of the decision that came about, none of the other`,
  async (context, race) => {
    for (const { record, told } of await runOf(context, race)) {
      if (told === null) throw new NotExercised('the merchant has no webhook secret');
      const may = race.ends[String(of(record, 'status').value)] ?? [];
      for (const event of linkEvents) {
        const ids = distinct(differentOf(told[event], 'json.id'));
        expect(ids, `different ${event}`).toBeLessThanOrEqual(may.includes(event) ? 1 : 0);
      }
    }
  },
  { needs: ['wallets', 'webhooks'] },
);

const sameRef = shared('four requests at once with one linkRef', ['wallets'], async ({ merchant, wallets, data }) => {
  const wallet = await wallets.make();
  const linkRef = data.reference('lnk');
  const request = { linkRef, requesterName: 'Harbour Books', expiresInMinutes: 30 };
  return await came([1, 2, 3, 4].map(() => wallets.createLink(merchant, wallet, request, raw)));
});

check(
  'wallet-link.one-of-a-ref',
  'four requests at once with one linkRef get one link',
  async (context) => {
    const answers = await sameRef(context);
    const links = answers.filter(({ status }) => status < 300);

    expect(distinct(differentOf(links, 'json.linkId')), 'different links').toBe(1);
    expect(count(withStatus(answers, 201)), 'new links').toBeLessThanOrEqual(1);
  },
  { needs: ['wallets'], alsoInLive: true },
);

// "200 with the same body when linkRef already exists". What else may be said to one that came before the first was done with is not shown; but a
// linkRef that another of them has used is no reference that was taken before.
check(
  'wallet-link.one-of-a-ref',
  'of four requests at once with one linkRef none is told that it was used before',
  async (context) => {
    for (const answer of await sameRef(context)) expect(answer).not.toHaveField('error.code', 'duplicate_reference');
  },
  { needs: ['wallets'], alsoInLive: true },
);
