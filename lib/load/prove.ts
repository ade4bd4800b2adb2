import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { styleText } from 'node:util';
import { SettingsError } from '../engine/run/target.ts';
import { launch } from '../interface/target/launch.ts';
import { loadDefects, plantedCapacity } from '../proof/mutants/load.ts';
import { readingsTogether } from '../proof/scoreboard/together.ts';
import { type LoadRun, runScript } from './run.ts';
import { scriptNames } from './scripts/index.ts';
import { type Amount, simulations, WITHIN } from './simulations.ts';
import type { Result } from './types.ts';

export interface ProofOptions {
  /** Only these defects. */
  readonly mutants: readonly string[] | null;
  /** Only these legal variations, each by itself. */
  readonly readings: readonly string[] | null;
  /** Only what has to be clean. */
  readonly clean: boolean;
  /** Only these scripts. */
  readonly scripts: readonly string[] | null;
  /** How often each script meets the unchanged reference, and `capacity` the one of a known capacity. */
  readonly times: number;
  /** How many mixtures of legal variations each script meets. */
  readonly mixtures: number;
  readonly simulated: Amount;
  readonly seed: number;
}

/** One run of a script at a variation of the reference, and what has to come of it. */
interface Trial {
  readonly script: string;
  readonly what: string;
  readonly variants: readonly string[];
  /** Findings that have to fail; none: all has to pass. */
  readonly turnsRed: readonly string[];
  /** The rate that has to be found, within 5%. */
  readonly capacity?: number;
}

interface Tried extends Trial {
  readonly ok: boolean;
  readonly verdict: Result['verdict'];
  /** What failed, or could not be judged. */
  readonly seen: readonly string[];
  readonly seconds: number;
}

/** `steady` in a proof, in seconds: long enough for some two hundred answers. */
const STEADY_SECONDS = 4;

const program = fileURLToPath(new URL('../proof/mutants/main.ts', import.meta.url));

/**
 * Shows that each script sees what it should: its short form turns red at every defect, at the finding that is about it, and is green
 * at the unchanged reference and at legal variations of it. Returns the exit status.
 */
export async function prove(run: LoadRun, options: ProofOptions): Promise<0 | 1> {
  if (run.settings.baseUrl !== null)
    throw new SettingsError('prove starts its targets itself: TARGET_BASE_URL must not be set');
  const simulated = simulationsOf(options);
  const trials = planned(options, simulated);
  const began = performance.now();
  const scratch = await mkdtemp(join(tmpdir(), 'load-proof-'));
  const tried: Tried[] = [];
  try {
    for (const trial of trials) {
      run.onProgress(`${tried.length + 1} of ${trials.length}: ${trial.script} at ${trial.what}`);
      const one = await attempt(run, trial, scratch);
      tried.push(one);
      const sign = one.ok ? styleText('green', '✓') : styleText('red', '✗');
      console.log(`${sign} ${one.script} at ${one.what}: ${wordsFor(one)}, ${one.seconds.toFixed(1)} s`);
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  const shown = simulated.map((name) => {
    run.onProgress(`${name}, simulated`);
    const one = simulations[name]?.(options.simulated) ?? { name, ok: false, words: 'there is no such simulation' };
    console.log(`${one.ok ? styleText('green', '✓') : styleText('red', '✗')} ${name}, simulated: ${one.words}`);
    return one;
  });
  const seconds = Math.round((performance.now() - began) / 1_000);
  await writeFile(
    join(run.out, 'proof.json'),
    `${JSON.stringify({ seconds, seed: options.seed, trials: tried, simulated: shown }, null, 2)}\n`,
  );
  const wrong = [...tried, ...shown].filter(({ ok }) => !ok);
  const defects = tried.filter(({ turnsRed }) => turnsRed.length > 0);
  const clean = tried.filter(({ turnsRed }) => turnsRed.length === 0);
  const counted = (all: readonly { ok: boolean }[]) => `${all.filter(({ ok }) => ok).length} of ${all.length}`;
  console.log(
    `\ndefects seen ${counted(defects)}, clean that must be clean ${counted(clean)}, simulations ${counted(shown)}; ${seconds} s, seed ${options.seed}\n` +
      (wrong.length === 0 ? styleText('green', 'PROVEN') : styleText('red', `NOT PROVEN: ${wrong.length}`)),
  );
  return wrong.length === 0 ? 0 : 1;
}

/** What is simulated, unless only certain defects, variations or other scripts are wished for. */
function simulationsOf({ mutants, readings, clean, scripts }: ProofOptions): string[] {
  if (mutants !== null || readings !== null || clean) return [];
  return Object.keys(simulations).filter((name) => scripts?.includes(name) ?? true);
}

function planned(options: ProofOptions, simulated: readonly string[]): Trial[] {
  const { mutants, readings, scripts } = options;
  const stranger = mutants?.find((name) => !loadDefects.some(({ mutant }) => mutant === name));
  if (stranger !== undefined) throw new SettingsError(`--mutant: no load script has to see a defect ${stranger}`);
  const asked = scripts?.includes('faults') ? ['faults'] : [];
  const chosen: string[] = [...scriptNames.filter((name) => scripts?.includes(name) ?? true), ...asked];
  // Longer than the others: only where it is asked for.
  const planted =
    scripts?.includes('capacity') === true && mutants === null && readings === null
      ? Array.from({ length: options.times }, () => plantedTrial)
      : [];
  if (chosen.length + simulated.length === 0)
    throw new SettingsError(`--script: there are ${[...scriptNames, 'faults', 'capacity', 'compare'].join(', ')}`);
  const alone = chosen.flatMap((script) =>
    (readings ?? []).map((name) => cleanTrial(script, name, ['--reading', name])),
  );
  const clean = mutants === null && readings === null ? chosen.flatMap((script) => cleanTrials(script, options)) : [];
  if (options.clean || readings !== null) return [...clean, ...alone, ...planted];
  const groups = Map.groupBy(
    loadDefects.filter(({ mutant, script }) => chosen.includes(script) && (mutants?.includes(mutant) ?? true)),
    ({ script, mutant }) => `${script} ${mutant}`,
  );
  const defects = [...groups.values()].flatMap((of): Trial[] => {
    const [first] = of;
    if (first === undefined) return [];
    const { script, mutant } = first;
    return [{ script, what: mutant, variants: ['--mutant', mutant], turnsRed: of.map(({ turnsRed }) => turnsRed) }];
  });
  return [...clean, ...defects, ...planted];
}

const plantedTrial: Trial = {
  script: 'capacity',
  what: `a reference that serves ${plantedCapacity.perSecond} a second`,
  variants: ['--mutant', plantedCapacity.variant],
  turnsRed: [],
  capacity: plantedCapacity.perSecond,
};

function cleanTrials(script: string, { times, mixtures, seed }: ProofOptions): Trial[] {
  const unchanged = Array.from({ length: times }, (_, turn) => {
    const turns = times === 1 ? '' : `, ${turn + 1} of ${times}`;
    return cleanTrial(script, `the unchanged reference${turns}`, ['--mutant', 'unchanged']);
  });
  const sets = mixtures === 0 ? [] : readingsTogether(seed, mixtures).sets;
  const mixed = sets.map((names, set) => {
    const variants = names.flatMap((name) => ['--reading', name]);
    return cleanTrial(script, `${names.length} legal variations, set ${set + 1}`, variants);
  });
  return [...unchanged, ...mixed];
}

function cleanTrial(script: string, what: string, variants: readonly string[]): Trial {
  return { script, what, variants, turnsRed: [] };
}

async function attempt(run: LoadRun, trial: Trial, scratch: string): Promise<Tried> {
  const began = performance.now();
  const result = await runScript(trial.script, {
    ...run,
    out: scratch,
    say: () => {},
    onProgress: () => {},
    options: { ...run.options, seconds: run.options.seconds ?? STEADY_SECONDS },
    launch: () => launch(trial.what, process.execPath, [program, ...trial.variants, '--settings']),
  });
  const failed = result.findings.filter(({ outcome }) => outcome === 'failed');
  const ok =
    trial.turnsRed.length === 0
      ? // Some legal variations take away what a script needs.
        result.verdict === 'passed' || (result.verdict === 'not exercised' && trial.variants.includes('--reading'))
      : trial.turnsRed.every((id) => failed.some((finding) => finding.id === id));
  const rate = result.findings.find(({ id }) => id === 'knee')?.numbers?.rate;
  const near = trial.capacity === undefined || Math.abs((rate ?? 0) / trial.capacity - 1) <= WITHIN;
  const seen = result.findings
    .filter(
      ({ id, outcome }) => outcome === 'failed' || outcome === 'inconclusive' || (id === 'knee' && trial.capacity),
    )
    .map(({ id, outcome, detail, examples }) => `${id} ${outcome}: ${examples[0] ?? detail}`);
  return { ...trial, ok: ok && near, verdict: result.verdict, seen, seconds: (performance.now() - began) / 1_000 };
}

function wordsFor({ ok, verdict, turnsRed, capacity, seen }: Tried): string {
  if (capacity !== undefined) return `${ok ? 'found' : 'not found'}: ${seen.join('; ')}`;
  if (turnsRed.length === 0) return ok ? 'clean' : `${verdict}: ${seen.join('; ')}`;
  if (ok) return `${turnsRed.join(' and ')} red`;
  return `${turnsRed.join(' and ')} should be red; ${seen.length === 0 ? verdict : seen.join('; ')}`;
}
