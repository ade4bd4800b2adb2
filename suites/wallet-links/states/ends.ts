import {
  type CheckContext,
  type CheckOptions,
  checks,
  differentOf,
  distinct,
  expect,
  NotExercised,
  of,
} from '../../../lib/interface/index.ts';
import { mayRefuse } from '../../support/attempts.ts';
import { expectSameLink, expectSuccess, there } from '../support.ts';
import { type Deed, deeds, linkEvents, seenOf } from './deeds.ts';
import type { Way } from './live-ways.ts';
import { afterwards, everywhere, triedWith } from './states.ts';

// Each state of a link with everything that may be tried in it: a final state stays, and an approved link stays approved until it is
// unlinked.

interface Cell {
  readonly way: Way;
  readonly deed: Deed;
}

const sameRef: Deed = 'the merchant asks again with its linkRef';
const anew: Deed = 'the merchant asks anew for its wallet';
const cells = everywhere.flatMap((way) => triedWith(way).map((deed): Cell => ({ way, deed })));
/** In live the owner decides every link, so that what is tried with it counts. */
const isByOwner = ({ way, deed }: Cell) =>
  [...(way.live ? [] : way.needs), ...deeds[deed].needs].includes('wallet-owner');
const plain = everywhere.filter(({ live, needs }) => live || !needs.includes('wallet-owner'));
const isByTime = ({ deed }: Cell) => deeds[deed].waits !== undefined;

function optionsOf({ way, deed }: { way: Way; deed?: Deed }): CheckOptions {
  const tried = deed === undefined ? undefined : deeds[deed];
  const waits = tried?.waits ?? way.takes;
  return { needs: [...way.needs, ...(tried?.needs ?? [])], ...(waits !== undefined && { waits }) };
}

async function lifeOf(context: CheckContext, way: Way) {
  const life = afterwards.get(way.way);
  if (life === undefined) throw new Error(`no life ${way.way}`);
  return await life(context);
}

for (const [id, rows] of [
  ['wallet-link.approved-stays', cells.filter(({ way }) => way.status === 'APPROVED')],
  ['wallet-link.rejected-is-final', cells.filter(({ way }) => way.status === 'REJECTED')],
  ['wallet-link.expired-is-final', cells.filter(({ way }) => way.status === 'EXPIRED')],
  ['wallet-link.revoked-is-final', cells.filter(({ way }) => way.status === 'REVOKED')],
] as const) {
  for (const [own, mine] of [
    [id, rows.filter((cell) => !isByOwner(cell) && !isByTime(cell))],
    ['wallet-link.owner-changes-no-end', rows.filter((cell) => isByOwner(cell) && !isByTime(cell))],
    ['wallet-link.outlasts-time', rows.filter(isByTime)],
  ] as const) {
    checks(
      own,
      mine,
      ({ way, deed }) => `${way.way}, then ${deed}: it is ${way.status}`,
      async (context, { way, deed }) => {
        const { tried } = await lifeOf(context, way);

        expect(seenOf(tried, deed).record).toHaveField('status', way.status);
      },
      optionsOf,
    );
  }
}

checks(
  'wallet-link.known-ref-later',
  plain,
  ({ way }) => `the linkRef of a link that is ${way} gets it with 200`,
  async (context, way) => {
    const { tried, link } = await lifeOf(context, way);
    const answer = there(seenOf(tried, sameRef).answer ?? undefined, 'the same request again');

    expectSameLink(answer, link.exchange);
    // "The same body" may have the original status or the present one: both readings are accepted.
    expect(of(answer, 'status')).toBeOneOf(['PENDING', way.status]);
  },
  (way) => optionsOf({ way }),
);

checks(
  'wallet-link.asked-anew',
  plain,
  ({ way }) => `the wallet of a link that is ${way} gets another link`,
  async (context, way) => {
    const { tried, link } = await lifeOf(context, way);
    const answer = there(seenOf(tried, anew).answer ?? undefined, 'the newer request');
    if (way.status === 'APPROVED')
      mayRefuse(answer, 'whether a wallet that is linked may be asked for again is not shown');

    expect(answer).toHaveStatus(201);
    expect(answer).toHaveField('status', 'PENDING');
    expect(answer).not.toHaveField('linkId', link.linkId);
  },
  (way) => optionsOf({ way }),
);

checks(
  'wallet.balance-after-all',
  plain,
  ({ way, status }) =>
    `${way}: after an hour of tries the balance is ${status === 'APPROVED' ? 'open' : 'closed'} still`,
  async (context, way) => {
    const { balance } = await lifeOf(context, way);

    expect(balance).toHaveStatus(way.status === 'APPROVED' ? 200 : 403);
  },
  (way) => ({ ...optionsOf({ way }), waits: '1h' }),
);

checks(
  'wallet-link.end-told-once',
  everywhere,
  ({ way }) => `${way}: no event comes twice, and none of another end`,
  async (context, way) => {
    const { told } = await lifeOf(context, way);
    if (told === null) throw new NotExercised('the merchant has no webhook secret');

    for (const event of linkEvents) {
      const most = way.events.includes(event) ? 1 : 0;
      expect(distinct(differentOf(told[event], 'json.id')), `different ${event}`).toBeLessThanOrEqual(most);
    }
  },
  (way) => ({ ...optionsOf({ way }), needs: [...way.needs, ...(way.live ? (['live-webhooks'] as const) : [])] }),
);

checks(
  'wallet-link.approved-stays',
  everywhere.filter(({ way }) => way === 'approved'),
  () => 'after an hour and much that was tried in vain the merchant unlinks it',
  async (context, way) => {
    const { deletion, revoked } = await lifeOf(context, way);

    expectSuccess(there(deletion ?? undefined, 'DELETE of the link'));
    expect(there(revoked ?? undefined, 'the link afterwards')).toHaveField('status', 'REVOKED');
  },
  (way) => ({ ...optionsOf({ way }), waits: '1h' }),
);
