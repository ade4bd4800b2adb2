import { relative, resolve } from 'node:path';
import { UNSANDBOXED } from '../../../engine/browser/sandbox.ts';
import type { CheckResult } from '../../../engine/checks/check-result.ts';
import type { Progress } from '../../../engine/checks/progress.ts';
import { formatGap } from '../../../engine/durable/store/index.ts';
import type { Certificate } from '../../../engine/evidence/certificate.ts';
import { counted } from '../../../engine/evidence/counted.ts';
import { inOneLine } from '../../../engine/reports/printable.ts';
import { formatSlowness } from '../../../engine/run/slowness.ts';
import { formatDuration } from '../../../engine/time/duration.ts';
import type { Target } from '../../../interface/target/probe-target.ts';
import { commandLine } from '../../terminal/command-line.ts';
import { formatLeft, formatStrays, hints } from '../hints.ts';
import { keptInWords, startHere } from './terminal.ts';

/** A run that has ended, as its last lines tell it. */
export interface Closed {
  readonly certificate: Certificate;
  readonly results: readonly CheckResult[];
  readonly target: Target;
  /** Null if the run ended before it reported any. */
  readonly progress: Progress | null;
  /** Folder of the evidence. */
  readonly out: string;
  /** The failure at which `--bail` ended the run. */
  readonly endedBy: string | null;
  /** How long the run took. */
  readonly seconds: number;
}

/** What is told after the summary: cost, what was noticed beside the checks, hints, where the certificate is, and where to start. */
export function closing({ certificate, results, target, progress, out, endedBy, seconds }: Closed): string[] {
  const { harness, lostAnswers: lost = 0 } = certificate;
  const start = startHere(certificate, endedBy);
  const every = commandLine('report', out === resolve('reports') ? '' : `--out ${relative('', out)}`);
  return [
    cost(certificate, progress, seconds),
    ...toldStories(progress?.stories ?? 0),
    ...toldAfterwards(progress?.afterwards ?? 0),
    ...leastPossible(target, progress, seconds),
    ...keptInWords(progress?.kept ?? []),
    ...(progress?.gaps ?? []).map((gap) => `interrupted: ${formatGap(gap)}`),
    ...present(progress && formatStrays(progress.strays)),
    ...present(harness && formatSlowness(harness)),
    ...(progress?.sandboxFailed && !target.embedded ? [`${UNSANDBOXED}: with one it could not be started`] : []),
    ...(lost > 0
      ? [
          `${lost} ${lost === 1 ? 'answer was' : 'answers were'} lost on the way: asked for again where that does no harm`,
        ]
      : []),
    ...hints(target, results, progress).map((hint) => `hint: ${inOneLine(hint)}`),
    ...formatLeft(progress?.left ?? []).map(inOneLine),
    `certificate: ${out}/certificate.html, and as certificate.json · every check: ${every}`,
    ...present(start),
  ];
}

function cost({ requests, seed }: Certificate, progress: Progress | null, seconds: number): string {
  const { advancedMs, advances, sleptMs } = progress?.totals ?? { advancedMs: 0, advances: 0, sleptMs: 0 };
  const clock =
    advances > 0
      ? `, the target's clock moved ${formatDuration(advancedMs / 1000)} in ${counted(advances, 'step')}`
      : '';
  return `${counted(requests, 'request')} in ${formatDuration(seconds)}, ${formatDuration(sleptMs / 1000)} of it waiting for time to pass${clock}; seed ${seed}`;
}

/** Seconds below which the rate limit is no reason why a run took as long as it did. */
const SHORT_RUN = 60;

/** What the rate limit alone would have taken, in a run that it bounds: those of the first minute may be sent at once. */
function leastPossible({ rateLimit, clock }: Target, progress: Progress | null, seconds: number): string[] {
  const most = progress?.mostByOneKey ?? 0;
  const least = (most / rateLimit - 1) * 60;
  if (clock || least < SHORT_RUN || least > seconds) return [];
  const share = Math.round((least * 100) / seconds);
  return [
    `at ${rateLimit} requests a minute, the ${counted(most, 'request')} with one key take at least ${formatDuration(least)}: ${share}% of the run`,
  ];
}

function toldStories(stories: number): string[] {
  if (stories === 0) return [];
  const made = stories === 1 ? '1 story' : `${stories} stories`;
  return [`some of these in ${made} that were made up: see docs/exploring.md`];
}

function toldAfterwards(requests: number): string[] {
  if (requests === 0) return [];
  return [`${counted(requests, 'request')} of these at the end: merchants go on, and what they created is read again`];
}

function present(line: string | null | undefined): string[] {
  return line ? [line] : [];
}
