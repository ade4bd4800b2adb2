import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { styleText } from 'node:util';
import { SettingsError } from '../engine/run/target.ts';
import { launch } from '../interface/target/launch.ts';
import { loadDefects, plantedCapacity } from '../proof/mutants/load.ts';
import { readingsTogether } from '../proof/scoreboard/together.ts';
import { type Figure, figureNames, figuresIn, figuresInWords, figuresWith } from './figures.ts';
import { loadProofPage } from './pages/proof-page.ts';
import { type LoadRun, runScript } from './run.ts';
import { judgingNames, onDemandNames, scriptNames } from './scripts/index.ts';
import { type Amount, MOST_SECONDS, simulations, WITHIN } from './simulations.ts';
import type { Result } from './types.ts';

export interface ProofOptions {
  /** Run only these defects; null: all. */
  readonly mutants: readonly string[] | null;
  /** Run only these legal variations, each on its own; null: see `mixtures`. */
  readonly readings: readonly string[] | null;
  /** Run only trials that must pass. */
  readonly clean: boolean;
  /** Run only these scripts; null: all. */
  readonly scripts: readonly string[] | null;
  /** How many times each script runs at the unchanged reference, and `capacity` at a reference of known capacity. */
  readonly times: number;
  /** Number of sets of legal variations that each script runs at. */
  readonly mixtures: number;
  readonly simulated: Amount;
  /** For CI: omits the search for a planted capacity, which takes 90 s, unless `scripts` names it. */
  readonly short: boolean;
  readonly seed: number;
}

/** One run of a script at a variation of the reference, and the expected result. */
interface Trial {
  readonly script: string;
  readonly what: string;
  readonly variants: readonly string[];
  /** Ids of findings that must fail; empty: the verdict must be `passed`. */
  readonly turnsRed: readonly string[];
  /** The rate per second that must be found, within 5%. */
  readonly capacity?: number;
}

interface Tried extends Trial {
  readonly ok: boolean;
  readonly verdict: Result['verdict'];
  /** Findings that failed or were inconclusive. */
  readonly seen: readonly string[];
  /** The result in words. */
  readonly words: string;
  readonly seconds: number;
}

/** Duration of `steady` in a proof, in seconds: enough for about 200 responses. */
const STEADY_SECONDS = 4;

const program = fileURLToPath(new URL('../proof/mutants/main.ts', import.meta.url));

/**
 * Proves that the scripts detect defects without false alarms: the short form of each fails at every defect, with the finding about that
 * defect, and passes at the unchanged reference and at its legal variations. Returns the exit status. Throws SettingsError.
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
      console.log(`${sign} ${one.script} at ${one.what}: ${one.words}, ${one.seconds.toFixed(1)} s`);
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  const shown = simulated.map((name) => {
    run.onProgress(`${name}, simulated`);
    const one = simulations[name]?.(options.simulated) ?? {
      name,
      ok: false,
      words: 'there is no such simulation',
      figures: [],
    };
    console.log(`${one.ok ? styleText('green', '✓') : styleText('red', '✗')} ${name}, simulated: ${one.words}`);
    return one;
  });
  const seconds = Math.round((performance.now() - began) / 1_000);
  const at = new Date().toISOString();
  const [file, page] = [join(run.out, 'proof.json'), join(run.out, 'proof.html')];
  const before = figuresIn(file);
  const now = [...figuresOf(tried), ...shown.flatMap((each) => each.figures)].map((each) => ({ ...each, at }));
  const figures = figuresWith(now, before);
  const wrong = [...tried, ...shown].filter(({ ok }) => !ok);
  const proof = { ok: wrong.length === 0, seconds, seed: options.seed, at, figures, trials: tried };
  await writeFile(file, `${JSON.stringify({ ...proof, simulated: shown }, null, 2)}\n`);
  await writeFile(page, loadProofPage(proof));
  const { defects, clean } = kindsOf(tried);
  console.log(
    `\n${figuresInWords(now, before).join('\n')}\n\n` +
      `defects seen ${countedOk(defects)}, clean that must be clean ${countedOk(clean)}, simulations ${countedOk(shown)}; ${seconds} s, seed ${options.seed}\n` +
      (wrong.length === 0 ? styleText('green', 'PROVEN') : styleText('red', `NOT PROVEN: ${wrong.length}`)) +
      `\n${file} · ${page}`,
  );
  return wrong.length === 0 ? 0 : 1;
}

function kindsOf(tried: readonly Tried[]) {
  return {
    defects: tried.filter(({ turnsRed }) => turnsRed.length > 0),
    clean: tried.filter(({ turnsRed, capacity }) => turnsRed.length === 0 && capacity === undefined),
    planted: tried.filter(({ capacity }) => capacity !== undefined),
  };
}

function figuresOf(tried: readonly Tried[]): Omit<Figure, 'at'>[] {
  const { defects, clean, planted } = kindsOf(tried);
  const all = (name: string, of: readonly Tried[], sample: string): Omit<Figure, 'at'>[] =>
    of.length === 0
      ? []
      : [{ name, value: countedOk(of), aim: 'all', isMet: of.every(({ ok }) => ok), sample, of: of.length }];
  const scripts = (of: readonly Tried[]) => [...new Set(of.map(({ script }) => script))].join(', ');
  const untold = planted.filter(({ verdict }) => verdict === 'inconclusive').length;
  const longest = Math.max(0, ...planted.map(({ seconds }) => seconds));
  return [
    ...all(figureNames.defects, defects, `short forms of ${scripts(defects)}`),
    ...all(figureNames.clean, clean, `short forms of ${scripts(clean)}`),
    ...all(figureNames.planted, planted, `a reference that serves ${plantedCapacity.perSecond} a second`).map(
      (each) => ({
        ...each,
        value: `${each.value} runs of ${Math.round(longest)} s at the most${untold === 0 ? '' : `; ${untold} could not tell`}`,
        aim: `all, in ${MOST_SECONDS} s at the most`,
        isMet: each.isMet && longest <= MOST_SECONDS,
      }),
    ),
  ];
}

function countedOk(all: readonly { readonly ok: boolean }[]): string {
  return `${all.filter(({ ok }) => ok).length} of ${all.length}`;
}

/** Names of the simulations to run; none if the options select defects, legal variations or `clean`. */
function simulationsOf({ mutants, readings, clean, scripts }: ProofOptions): string[] {
  if (mutants !== null || readings !== null || clean) return [];
  return Object.keys(simulations).filter((name) => scripts?.includes(name) ?? true);
}

function planned(options: ProofOptions, simulated: readonly string[]): Trial[] {
  const { mutants, readings, scripts } = options;
  const stranger = mutants?.find((name) => !loadDefects.some(({ mutant }) => mutant === name));
  if (stranger !== undefined) throw new SettingsError(`--mutant: no load script has to see a defect ${stranger}`);
  const chosen = judgingNames.filter((name) => scripts?.includes(name) ?? true);
  // Takes longer than the other trials: the short form omits it unless `--script capacity` is given.
  const wished = scripts?.includes('capacity') ?? !options.short;
  const planted =
    wished && !options.clean && mutants === null && readings === null
      ? Array.from({ length: options.times }, () => plantedTrial)
      : [];
  if (chosen.length + simulated.length === 0)
    throw new SettingsError(`--script: there are ${[...scriptNames, ...onDemandNames, 'compare'].join(', ')}`);
  const alone = chosen.flatMap((script) =>
    (readings ?? []).map((name) => cleanTrial(script, name, ['--reading', name])),
  );
  const clean = mutants === null && readings === null ? chosen.flatMap((script) => cleanTrials(script, options)) : [];
  if (options.clean || readings !== null) return [...clean, ...alone];
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
      ? // Some legal variations remove what a script needs.
        result.verdict === 'passed' || (result.verdict === 'not exercised' && trial.variants.includes('--reading'))
      : trial.turnsRed.every((id) => failed.some((finding) => finding.id === id));
  const rate = result.findings.find(({ id }) => id === 'knee')?.numbers?.rate;
  const near = trial.capacity === undefined || Math.abs((rate ?? 0) / trial.capacity - 1) <= WITHIN;
  const seen = result.findings
    .filter(
      ({ id, outcome }) => outcome === 'failed' || outcome === 'inconclusive' || (id === 'knee' && trial.capacity),
    )
    .map(({ id, outcome, detail, examples }) => `${id} ${outcome}: ${examples[0] ?? detail}`);
  const came = { ...trial, ok: ok && near, verdict: result.verdict, seen };
  return { ...came, words: wordsFor(came), seconds: (performance.now() - began) / 1_000 };
}

function wordsFor({ ok, verdict, turnsRed, capacity, seen }: Omit<Tried, 'words' | 'seconds'>): string {
  if (capacity !== undefined) return ok ? `found: ${seen.join('; ')}` : `not found: ${seen.join('; ')}`;
  if (turnsRed.length === 0) return ok ? 'clean' : `${verdict}: ${seen.join('; ')}`;
  if (ok) return `${turnsRed.join(' and ')} red`;
  return `${turnsRed.join(' and ')} should be red; ${seen.length === 0 ? verdict : seen.join('; ')}`;
}
