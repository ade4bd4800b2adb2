import { Blocked, type CheckContext, type Merchant, type Received, shared } from '../../../lib/interface/index.ts';
import type { Moment } from '../retries/moments.ts';
import { HOUR, LONG } from '../retries/timing.ts';
import { type Actors, type Happening, type Subject, settledInLive } from './acts.ts';
import { escrowHappenings } from './escrow-happenings.ts';
import { linkHappenings } from './link-happenings.ts';
import { moneyHappenings } from './money-happenings.ts';

/** A happening carried out twice: one event whose attempts all fail, and one that is acknowledged at once; both are resent at the end. */
export interface History {
  readonly happening: Happening;
  readonly merchant: Merchant;
  readonly failing: Subject;
  readonly acknowledged: Subject;
  readonly moments: readonly Moment[];
  /** Seconds from the event until `before`; nothing was resent in that time. */
  readonly watched: number;
  /** The `seq` of the last webhook before anything was resent. */
  readonly before: number;
}

/** In seconds: histories wait until whole ten minutes of the target's time, so that all of them share their waits. */
const GRID = 600;

export async function waitForCommon(context: CheckContext, seconds: number, what: string): Promise<void> {
  const { time } = context;
  const then = Math.ceil((time.now() / 1_000 + seconds) / GRID) * GRID;
  await time.wait(context.time.canMove ? then - time.now() / 1_000 : seconds, what);
}

async function watch(
  context: CheckContext,
  happening: Happening,
  environment: Actors['environment'],
): Promise<History> {
  const { buyer, wallets, data, time, capture, console } = context;
  const merchant = environment === 'live' ? context.live : context.merchant;
  const actors: Actors = { merchant, buyer, wallets, data, time, environment };
  const moments: Moment[] = [];
  const look = async () => {
    const { received } = capture.stats;
    const now = await console.now();
    if (now === undefined) return;
    const moment = { at: now.at / 1_000, uncertain: now.uncertaintyMs / 1_000, received };
    moments.push(context.sees("the target's clock", moment));
  };
  const { kind, act, after = 0, settles, movesOn } = happening;
  const [failing, acknowledged] = [await happening.begins(actors), await happening.begins(actors)];
  const match = { event: kind, reference: failing.reference };
  merchant.webhooks.answer(match, time.canMove ? 500 : [500, 200]);
  // Separates the time of the event from that of the resource's creation.
  if (time.canMove && act !== undefined) await waitForCommon(context, GRID, `then ${happening.what}`);
  await look();
  await act?.(actors, failing);
  await act?.(actors, acknowledged);
  if (environment === 'live' && settles !== undefined)
    for (const subject of [failing, acknowledged]) await settledInLive(context, actors, settles, subject);
  await waitForCommon(context, after + 20, 'the event is sent');
  await look();
  await movesOn?.(actors, failing);
  await waitForCommon(context, 100, 'retries come');
  await look();
  const watched = time.canMove ? LONG : 120;
  if (time.canMove) {
    // A reading of the clock in between, so that an attempt 12 hours after another can be told from a copy of it.
    await waitForCommon(context, 8 * HOUR, 'the retries of the first hours come');
    await look();
    await waitForCommon(context, LONG - 8 * HOUR, 'the delivery is given up');
  }
  await look();
  const before = capture.stats.received;
  merchant.webhooks.answer(match, 200);
  return { happening, merchant, failing, acknowledged, moments, watched, before };
}

/** One row of a table of all happenings. */
export interface Row {
  readonly happening: Happening;
  readonly environment: Actors['environment'];
  history(context: CheckContext): Promise<History>;
  /** The same history, carried out once more. */
  again(context: CheckContext): Promise<History>;
}

const all = [...moneyHappenings, ...escrowHappenings, ...linkHappenings];
const sandboxNeeds = ({ sandbox }: Happening) => ['webhooks', ...sandbox] as const;
export const liveNeeds = ({ live }: Happening) => ['live', 'live-webhooks', ...(live ?? [])] as const;

export const rows: readonly Row[] = all.map((happening) => ({
  happening,
  environment: 'sandbox',
  history: shared(happening.what, sandboxNeeds(happening), (context) => watch(context, happening, 'sandbox')),
  again: (context) => watch(context, happening, 'sandbox'),
}));

export const liveRows: readonly Row[] = all
  .filter(({ live }) => live !== null)
  .map((happening) => ({
    happening,
    environment: 'live',
    history: shared(`live, ${happening.what}`, liveNeeds(happening), (context) => watch(context, happening, 'live')),
    again: (context) => watch(context, happening, 'live'),
  }));

/** The rules for events hold in both environments. */
export const everyRow: readonly Row[] = [...rows, ...liveRows];

/** Rows of these kinds, those of the sandbox with the fewest needs first. */
export const rowsOf = (kinds: RegExp, of = everyRow) =>
  of.filter(({ happening }) => kinds.test(happening.kind)).toSorted((a, b) => rank(a) - rank(b));

function rank({ happening, environment }: Row): number {
  return happening.sandbox.length + (environment === 'live' ? 100 : 0);
}

export const titleOf = ({ happening: { kind, what }, environment }: Row) =>
  `${environment === 'live' ? 'live, ' : ''}${kind}, when ${what}`;
export const needsOf = ({ happening, environment }: Row) => ({
  needs: environment === 'live' ? liveNeeds(happening) : happening.sandbox,
  drawn: 0.3,
});

/** For expectations: the attempts that are certainly the target's, for the failing or the acknowledged event. Blocks if there is none. */
export function surelyOf({ merchant, happening, before, ...subjects }: History, which: 'failing' | 'acknowledged') {
  const { reference } = subjects[which];
  const found = merchant.webhooks.surely(happening.kind, reference, 0, before);
  if (found.value.length === 0) throw new Blocked(`no ${happening.kind} for ${reference} came`);
  return found;
}

/** All attempts of the failing event, badly signed ones included, oldest first; without copies. */
export function attemptsOf({ merchant, happening, failing, before }: History): Received[] {
  const found = merchant.webhooks
    .each(happening.kind, failing.reference)
    .filter(({ delivery }) => delivery.seq <= before);
  if (found.length === 0) throw new Blocked(`no ${happening.kind} for ${failing.reference} came`);
  return found;
}
