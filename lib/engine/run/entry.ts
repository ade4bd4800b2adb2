import { basename } from 'node:path';
import { afterAll, beforeAll, describe, inject, type TestContext, test } from 'vitest';
import type { CheckResult } from '../checks/check-result.ts';
import { RunImpossible } from '../checks/outcome.ts';
import { type KeptTold, noStrays, type Progress, type Strays } from '../checks/progress.ts';
import { runCheck } from '../checks/run-check.ts';
import { chosenOf, SHARED_BUDGET, type Suite } from '../checks/suites.ts';
import type { KeptStory } from '../explore/kept.ts';
import type { Assignment, WorkerAssignment } from './merchants/assignment.ts';
import { orderOf, type Planned, SecondMerchant } from './order.ts';
import type { Run } from './run.ts';
import { type SentResult, sent } from './sent-result.ts';
import { NO_DELAYS } from './slowness.ts';

/**
 * The one file that Vitest runs for a certification. It loads all suites and runs their checks at once, in one worker: they spend their
 * time waiting for the network and for the target's clock, and all of these waits overlap (see Conductor).
 */

declare module 'vitest' {
  interface ProvidedContext {
    assignment: WorkerAssignment;
  }
  interface TaskMeta {
    result?: SentResult;
    /** The registered requirement or observation, known before the check has run. */
    about?: string;
  }
}

/** What the worker imports from the module of an interface. */
interface InterfaceModule {
  openRun(assignment: Assignment): Promise<Run>;
  /** The suites that have checks of these ids, at least. */
  loadSuitesOf(ids: ReadonlySet<string>): Promise<Suite[]>;
  /** Tells stories that once broke a rule; their exchanges are judged with the run. */
  tellKept(run: Run, kept: readonly KeptStory[]): Promise<KeptTold[]>;
  /** Tells made-up stories, which do what no check does; their exchanges are judged with the run. Returns how many were told. */
  tellStories(run: Run, telling: { seed: number; isOver: () => boolean }): Promise<number>;
  /** Lets the run's merchants go on, and reads again what they created; judged with the run. Returns how many requests that took. */
  afterwards(run: Run, isOver: () => boolean): Promise<number>;
}

/** For how long that may go on, in milliseconds. */
const MAX_AFTERWARDS_MS = 60_000;

/** For how long stories are told at the most, in milliseconds: a target may be slow. */
const MAX_STORIES_MS = 45_000;

// Vitest enables source maps and would look up every stack in them; Node's type stripping keeps line numbers, so none are needed.
process.setSourceMapsEnabled(false);

const assignment = inject('assignment');
const { openRun, loadSuitesOf, tellKept, tellStories, afterwards } = (await import(
  assignment.interfaceModule
)) as InterfaceModule;
// The capture server's thread starts while the suites are imported.
const opening = openRun(assignment);
opening.catch(() => {});
const channel = new BroadcastChannel(assignment.channel);
const selected = new Set(assignment.selected);
const suites = chosenOf(await loadSuitesOf(selected), {
  depth: assignment.depth,
  seed: assignment.seed,
  lacks: (need) => need in assignment.target.missing,
  selected: (id) => selected.has(id),
  budget: SHARED_BUDGET,
});
const planned = suites.flatMap(({ file, definitions }) =>
  definitions.map((definition): Planned => ({ definition, file })),
);
const order = orderOf(planned, assignment.target, assignment.seed);
const secondMerchant = new SecondMerchant(order);

let run: Run | undefined;
let ticker: NodeJS.Timeout | undefined;
let interrupted = false;
let storiesRun = 0;
let afterwardsRun = 0;
let keptResults: readonly KeptTold[] = [];

beforeAll(async () => {
  try {
    run = await opening;
  } catch (error) {
    reportProgress({ impossible: error instanceof Error ? error.message : String(error) });
    throw error;
  }
  ticker = setInterval(reportProgress, 250);
});

afterAll(async () => {
  clearInterval(ticker);
  try {
    reportProgress({ left: (await run?.close(undefined, interrupted)) ?? [] });
  } catch (error) {
    if (!(error instanceof RunImpossible)) throw error;
    reportProgress({ impossible: error.message });
  }
  channel.close();
});

test('kept stories are told', async () => {
  const { kept = [] } = assignment;
  if (run !== undefined && kept.length > 0) keptResults = await tellKept(run, kept);
});
describeByTopic([...order.atOther, ...order.together], { concurrent: true });
describeByTopic(order.after, { concurrent: false });
test('stories are told', async ({ signal }) => {
  const { stories = 0, seed } = assignment;
  if (run === undefined || stories === 0) return;
  const teller = run;
  const [requests, ends] = [run.requests + stories, performance.now() + MAX_STORIES_MS];
  storiesRun = await tellStories(teller, {
    seed,
    isOver: () => signal.aborted || teller.requests >= requests || performance.now() >= ends,
  });
});
test('what was created is looked at afterwards', async ({ signal }) => {
  if (run === undefined) return;
  const ends = performance.now() + MAX_AFTERWARDS_MS;
  afterwardsRun = await afterwards(run, () => signal.aborted || performance.now() >= ends);
});
test('every suite file can be read', () => {
  const faults = suites.flatMap(({ fault }: Suite) => fault ?? []);
  if (faults.length > 0) throw new Error(faults.join('\n'));
});

/** Grouped by chapter and topic, so that the report reads like a table of contents, whatever the order of the checks. */
function describeByTopic(plans: readonly Planned[], how: { concurrent: boolean }): void {
  for (const [chapter, ofChapter] of Map.groupBy(plans, ({ definition }) => definition.chapter)) {
    describe(chapter, how, () => {
      for (const [file, ofFile] of Map.groupBy(ofChapter, (plan) => plan.file)) {
        describe(basename(file, '.ts').replaceAll('-', ' '), how, () => {
          for (const planned of ofFile) testOf(planned, plans.indexOf(planned));
        });
      }
    });
  }
}

function testOf(plan: Planned, place: number): void {
  const { definition, file } = plan;
  test(`${definition.id}: ${definition.title}`, { meta: { about: definition.id } }, async (context) => {
    const current = run;
    if (current === undefined) return;
    // At once, as the run may be closed before any check that is under way has ended.
    context.signal.addEventListener('abort', () => {
      interrupted = true;
    });
    const check = () => runCheck(current, definition, place, file, context.signal);
    report(context, await secondMerchant.inTurn(plan, check));
  });
}

/** Passes a result to the reporters. Vitest knows three outcomes of a test; `task.meta.result` has the suite's, of which there are four. */
function report({ task, skip }: TestContext, result: CheckResult): void {
  task.meta.result = sent(result);
  if (result.impossible) reportProgress({ impossible: result.reason });
  if (result.outcome === 'not_exercised') skip(result.reason ?? undefined);
  if (result.outcome !== 'passed') {
    const error = new Error(result.reason ?? result.outcome);
    if (result.outcome === 'failed') error.name = 'AssertionError';
    throw error;
  }
}

function reportProgress(more: Partial<Progress> = {}): void {
  const waiting = run?.conductor.waiting ?? [];
  const progress: Progress = {
    requests: run?.requests ?? 0,
    mostByOneKey: run?.mostByOneKey ?? 0,
    deliveries: run === undefined ? 0 : run.capture.stats.received - run.capture.stats.standings.foreign,
    strays: run === undefined ? noStrays : straysOf(run),
    underWay: run?.underWay ?? 0,
    stories: storiesRun,
    afterwards: afterwardsRun,
    kept: keptResults,
    waiting: [...waiting.slice(0, 1), ...waiting.slice(1).slice(-1)],
    controlled: run?.conductor.controlled ?? true,
    totals: run?.conductor.totals ?? { advancedMs: 0, advances: 0, sleptMs: 0 },
    clock: run?.connection.clock.offset ?? null,
    lost: run?.connection.lostResponses.count ?? 0,
    sandboxFailed: run?.browser.sandboxFailed ?? false,
    harness: run?.slowness.worst ?? NO_DELAYS,
    gaps: run?.durable?.store.gaps ?? [],
    left: [],
    impossible: run?.evidence.broken ?? null,
    ...more,
  };
  channel.postMessage(progress);
}

function straysOf({ capture }: Run): Strays {
  const { standings, rejected } = capture.stats;
  const { foreign, claimed: badlySigned, repeated } = standings;
  return {
    foreign,
    badlySigned,
    repeated,
    elsewhere: rejected.elsewhere,
    crowd: rejected.tooManyConnections,
  };
}
