import {
  type Capability,
  type CheckContext,
  checks,
  derivation,
  differentOf,
  type EventKind,
  expect,
  shared,
} from '../../../lib/interface/index.ts';
import { about, attemptsAt } from '../console/entries.ts';
import { whenInstead } from '../support.ts';
import { dueAfter, END, keptSchedules, LONG, MINUTE, SCHEDULE, timesOf } from './timing.ts';

// Several events of one object: each delivery has its own attempts, schedule and end, independent of the others.

interface Life {
  readonly of: string;
  readonly kinds: readonly [EventKind, EventKind];
  readonly needs: readonly Capability[];
  /** Creates the object; returns the reference in its events, and the actions that cause them. */
  begin(context: CheckContext): Promise<{ reference: string; acts: readonly (() => Promise<unknown>)[] }>;
}

const lives: readonly Life[] = [
  {
    of: 'an escrow',
    kinds: ['escrow.funded', 'escrow.released'],
    needs: ['escrow-buyer'],
    async begin({ merchant, buyer }) {
      const escrow = await merchant.escrow();
      const acts = [() => buyer.funds(merchant, escrow), () => merchant.api.releaseEscrow(escrow.reference)];
      return { reference: escrow.reference, acts };
    },
  },
  {
    of: 'a link',
    kinds: ['wallet.link.approved', 'wallet.link.revoked'],
    needs: ['wallets'],
    async begin({ merchant, wallets }) {
      const link = await wallets.link(merchant, await wallets.make());
      const { linkId } = link;
      return {
        reference: linkId,
        acts: [() => wallets.decide(merchant, link, 'approve'), () => merchant.api.deleteWalletLink(linkId)],
      };
    },
  },
];

/** Which of the two events fail, and how many seconds after the first the second occurs. */
const patterns = [
  { how: 'both fail, one right after the other', fails: [true, true], apart: 1 },
  { how: 'both fail, the second when the first has failed twice', fails: [true, true], apart: 2 * MINUTE },
  { how: 'the first fails, and the second is acknowledged', fails: [true, false], apart: 2 * MINUTE },
  { how: 'the first fails, and the second is acknowledged before its first retry', fails: [true, false], apart: 20 },
  { how: 'the first is acknowledged, and the second fails', fails: [false, true], apart: 1 },
] as const;

const rows = lives.flatMap((life) =>
  patterns.map((pattern) => {
    const words = `two events of ${life.of}: ${pattern.how}`;
    const needs: readonly Capability[] = ['clock', 'deliveries', ...life.needs];
    const { apart } = pattern;
    return {
      words,
      needs,
      apart,
      run: shared(words, ['webhooks', ...needs], (context) => lived(context, life, pattern)),
    };
  }),
);

async function lived(context: CheckContext, life: Life, { fails, apart }: (typeof patterns)[number]) {
  const { merchant, time, console } = context;
  const { reference, acts } = await life.begin(context);
  const events = [];
  for (const [at, event] of life.kinds.entries()) {
    merchant.webhooks.answer({ event, reference }, fails[at] ? 500 : 200);
    await acts[at]?.();
    events.push({ event, fails: fails[at] === true, first: await merchant.webhooks.given(event, reference) });
    await time.wait(apart, 'another event of the same object happens');
  }
  await time.wait(LONG, 'what fails is given up');
  const list = await console.deliveries(merchant);
  return events.map(({ event, ...seen }) => ({
    ...seen,
    event,
    all: merchant.webhooks.surely(event, reference),
    entries: about(list, reference, event),
  }));
}

const options = ({ needs }: (typeof rows)[number]) => ({ needs, drawn: 1 });
const titled =
  (of: string) =>
  ({ words }: (typeof rows)[number]) =>
    `${words}; ${of}`;

checks(
  'delivery.one-schedule',
  rows,
  titled('what fails keeps its schedule'),
  async (context, { run }) => {
    for (const { all, first, event } of (await run(context)).filter(({ fails }) => fails)) {
      const times = timesOf(all).value.join(', ');
      expect(keptSchedules(all, first, END)).toHaveCome(
        `attempts of ${event} at ${times} s; the schedule is ${SCHEDULE}`,
      );
    }
  },
  options,
);

checks(
  'delivery.first-retry',
  rows,
  titled('what fails comes again after a minute'),
  async (context, { run }) => {
    for (const { all, first, event } of (await run(context)).filter(({ fails }) => fails))
      expect(dueAfter(all, first, MINUTE)).toHaveCome(`${event}: ${whenInstead(timesOf(all).value, MINUTE)}`);
  },
  options,
);

const after = derivation('attempts after seconds', (times: readonly number[], seconds: number) =>
  times.filter((at) => at > seconds),
);

checks(
  'delivery.5xx-retried',
  rows,
  titled('what fails is still retried when both have happened'),
  async (context, { run, apart }) => {
    for (const { all, event } of (await run(context)).filter(({ fails }) => fails))
      expect(after(timesOf(all), apart + 10 * MINUTE), `attempts of ${event}`).not.toBeEmpty();
  },
  options,
);

checks(
  'delivery.abandoned',
  rows,
  titled('what fails is given up'),
  async (context, { run }) => {
    for (const { entries, event } of (await run(context)).filter(({ fails }) => fails))
      expect(differentOf(entries, 'state'), event).toEqual(['abandoned']);
  },
  options,
);

checks(
  'delivery.not-abandoned',
  rows.filter(({ words }) => words.includes('acknowledged')),
  titled('what is acknowledged is not given up'),
  async (context, { run }) => {
    for (const { entries, event } of (await run(context)).filter(({ fails }) => !fails)) {
      expect(entries, `entries of ${event}`).not.toBeEmpty();
      expect(differentOf(entries, 'state'), event).not.toContain('abandoned');
    }
  },
  options,
);

checks(
  'delivery.lists-attempts',
  rows,
  titled('what fails has its own attempts'),
  async (context, { run }) => {
    for (const { entries, all, event } of (await run(context)).filter(({ fails }) => fails))
      expect(attemptsAt(entries, all), `attempts of ${event} that are not listed as they came`).toEqual([]);
  },
  options,
);
