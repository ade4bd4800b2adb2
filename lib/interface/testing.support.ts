import { afterEach } from 'vitest';
import type { Exchange } from '../engine/http/index.ts';
import { directly } from '../engine/http/network/route.ts';
import type { Activity } from '../engine/time/activity.ts';
import { Conductor } from '../engine/time/conductor.ts';
import { Time } from '../engine/time/time.ts';
import type { PaymentsRun } from './actors/run.ts';
import { openRun as openPaymentsRun } from './profile.ts';
import type { Target } from './target/probe-target.ts';
import { readSettings } from './target/settings.ts';

const open: PaymentsRun[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((run) => run.close()));
});

/** A target at an address where nothing listens: enough for checks that send nothing. */
export const target: Target = {
  baseUrl: 'http://127.0.0.1:9',
  liveBaseUrl: null,
  merchant: { apiKey: 'svc_test_sk_standing', merchantId: 'mch_test_1', webhookSecret: 'whsec_standing' },
  other: null,
  live: null,
  control: null,
  clock: false,
  ownMerchants: { sandbox: false, live: false },
  capture: { host: '127.0.0.1', port: 0, publicUrl: null },
  rateLimit: 110,
  mayExceedRate: false,
  maxWait: 120,
  keepAlive: true,
  embedded: true,
  pages: readSettings({}).pages,
  network: directly,
  missing: {},
};

/**
 * Opens a run that is closed after the test. `measured`: whether delays of this machine count, which can repeat a
 * check.
 */
export async function openRun(change: Partial<Target> = {}, seed = 7, measured = false): Promise<PaymentsRun> {
  const assignment = {
    target: { ...target, ...change },
    selected: [],
    depth: 'all' as const,
    seed,
    startedAt: 1_767_225_600_000,
    channel: '',
  };
  const run = await openPaymentsRun(assignment);
  open.push(run);
  if (!measured) run.slowness.note = () => {};
  return run;
}

/** A conductor whose clock moves without real time passing; `moved` lists the advances, in seconds. */
export function virtualClock(maxActive = 24): { conductor: Conductor; moved: number[] } {
  const moved: number[] = [];
  const advance = async (seconds: number) => void moved.push(seconds);
  return { conductor: new Conductor({ advance, maxActive }), moved };
}

export async function virtualTime(longest = Number.POSITIVE_INFINITY): Promise<VirtualTime> {
  return await timeOf(virtualClock(), longest, () => Number.NaN);
}

/**
 * As `virtualTime`, of a target that reports its clock, which is 5,000 s ahead. `there`: the target's time in whole
 * epoch seconds.
 */
export async function tellingTime(): Promise<VirtualTime> {
  const moved: number[] = [];
  const there = () => performance.timeOrigin + performance.now() + 5_000_000 + 1_000 * moved.reduce((a, b) => a + b, 0);
  const advance = async (seconds: number) => {
    moved.push(seconds);
    return Math.floor(there());
  };
  const conductor = new Conductor({ advance, maxActive: 24 });
  await conductor.standing(() => advance(0));
  return await timeOf({ conductor, moved }, Number.POSITIVE_INFINITY, () => Math.floor(there() / 1_000));
}

interface VirtualTime {
  readonly time: Time;
  readonly moved: number[];
  readonly activity: Activity;
  readonly conductor: Conductor;
  readonly stop: AbortController;
  readonly there: () => number;
}

async function timeOf(
  { conductor, moved }: ReturnType<typeof virtualClock>,
  longest: number,
  there: () => number,
): Promise<VirtualTime> {
  const activity = await conductor.begin(0);
  const stop = new AbortController();
  return { time: new Time(activity, stop.signal, longest), moved, activity, conductor, stop, there };
}

/** Lets all pending work run that needs no timer. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** An exchange with this answer. A string is sent as the raw body; anything else as JSON. */
export function answered(status: number, body: unknown = undefined, more: Partial<Exchange> = {}): Exchange {
  const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
  return {
    id: 1,
    method: 'POST',
    url: 'http://127.0.0.1:9/v1/checkouts',
    path: '/v1/checkouts',
    status,
    headers: {},
    bytes: Buffer.from(text),
    text,
    json: typeof body === 'string' ? undefined : body,
    sent: { headers: {}, body: null },
    startedAt: 0,
    sentMono: 0,
    receivedMono: 1,
    durationMs: 1,
    ...more,
  };
}
