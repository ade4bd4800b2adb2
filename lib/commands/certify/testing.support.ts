import { noStrays, type Progress } from '../../engine/checks/progress.ts';
import { select } from '../../interface/selection.ts';
import { target } from '../../interface/testing.support.ts';
import type { Outcomes } from './certificate.ts';

/** The outcomes of a run, without results unless `change` adds some. */
export function outcomes(change: Partial<Outcomes> = {}): Outcomes {
  return {
    target: { ...target, embedded: false },
    selection: select({}),
    seed: 7,
    startedAt: Date.UTC(2026, 0, 1),
    finishedAt: Date.UTC(2026, 0, 1, 0, 1),
    version: '0.1.0',
    interfaceUrl: null,
    requests: 12,
    strays: noStrays,
    clock: null,
    lostAnswers: 0,
    results: [],
    planned: new Map(),
    depth: 'all',
    cases: new Map(),
    faults: [],
    interrupted: false,
    ...change,
  };
}

/** What a run without anything remarkable reports, unless `change` says otherwise. */
export function progressOf(change: Partial<Progress> = {}): Progress {
  return {
    requests: 1,
    mostByOneKey: 1,
    deliveries: 0,
    strays: noStrays,
    underWay: 0,
    stories: 0,
    afterwards: 0,
    kept: [],
    waiting: [],
    controlled: false,
    totals: { advancedMs: 0, advances: 0, sleptMs: 0 },
    clock: null,
    harness: { eventLoopDelayMs: 0, webhookAnswerMs: 0, waitsLateMs: 0 },
    lost: 0,
    gaps: [],
    left: [],
    sandboxFailed: false,
    impossible: null,
    ...change,
  };
}
