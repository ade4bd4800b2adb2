import { chosenOf, type Depth, SHARED_BUDGET, type Suite } from '../engine/checks/suites.ts';
import { SettingsError } from '../engine/run/target.ts';
import { type Chapter, chapters, observations, requirements } from './register/index.ts';
import type { Target } from './target/probe-target.ts';

export const profiles = ['smoke', 'standard', 'full'] as const;
export type Profile = (typeof profiles)[number];

export interface SelectionOptions {
  readonly chapter?: readonly string[];
  readonly requirement?: readonly string[];
  readonly profile?: string;
  readonly exhaustive?: boolean;
}

/** Which requirements and observations a run covers. */
export interface Selection {
  /** Ids of requirements and observations. */
  readonly ids: ReadonlySet<string>;
  /** Null: chosen by what the target allows, see `depthOf`. */
  readonly depth: Depth | null;
  /** The selection as the certificate states it; null: everything. */
  readonly words: {
    readonly chapters?: readonly string[];
    readonly requirements?: readonly string[];
    readonly profile?: Profile;
    readonly exhaustive?: true;
  } | null;
}

/** Throws SettingsError for a chapter, requirement or profile that does not exist. */
export function select(options: SelectionOptions): Selection {
  const profile = profileOf(options.profile);
  const wantedChapters = options.chapter ?? [];
  const wantedIds = options.requirement ?? [];
  for (const chapter of wantedChapters) {
    if (!chapters.includes(chapter as Chapter))
      throw new SettingsError(`no chapter ${chapter}; there are: ${chapters.join(', ')}`);
  }
  const isWanted = wantedIds.map((id) => {
    const fits = matcherOf(id);
    if ([...requirements, ...observations].some((entry) => fits(entry.id))) return fits;
    throw new SettingsError(`no requirement ${id}${suggestion(id)}; --list shows all`);
  });
  const named = wantedChapters.length > 0 || wantedIds.length > 0;
  const inScope = (entry: { id: string; chapter: Chapter }) =>
    !named || wantedChapters.includes(entry.chapter) || isWanted.some((fits) => fits(entry.id));
  const chosen = requirements.filter((entry) => inScope(entry) && (profile !== 'smoke' || entry.smoke === true));
  // Smoke and standard look for defects with few requests; how a target decided what the interface leaves open is no
  // defect.
  const looks = profile === 'full' ? observations.filter(inScope) : [];
  if (chosen.length + looks.length === 0)
    throw new SettingsError(`nothing of this selection is in the profile ${profile}`);
  const words = {
    ...(wantedChapters.length > 0 && { chapters: wantedChapters }),
    ...(wantedIds.length > 0 && { requirements: wantedIds }),
    ...(profile !== 'full' && { profile }),
    ...(options.exhaustive && { exhaustive: true as const }),
  };
  return {
    ids: new Set([...chosen, ...looks].map(({ id }) => id)),
    depth: profile !== 'full' ? 'first' : options.exhaustive ? 'all' : null,
    words: Object.keys(words).length === 0 ? null : words,
  };
}

/** Rows of tables are drawn only where checks share a merchant and so its rate limit; else all rows run. */
export function depthOf({ depth }: Selection, { ownMerchants }: Pick<Target, 'ownMerchants'>): Depth {
  return depth ?? (ownMerchants.sandbox ? 'all' : 'drawn');
}

/** The suites with the checks that this selection runs. */
export function choiceOf(
  suites: readonly Suite[],
  selection: Selection,
  target: Pick<Target, 'ownMerchants' | 'missing'>,
  seed: number,
): Suite[] {
  return chosenOf(suites, {
    depth: depthOf(selection, target),
    seed,
    lacks: (need) => need in target.missing,
    selected: (id) => selection.ids.has(id),
    budget: SHARED_BUDGET,
  });
}

/** Accepts an id, or a pattern in which `*` stands for any text: `refund.*`. */
function matcherOf(pattern: string): (id: string) => boolean {
  const parts = pattern.split('*').map((part) => part.replace(/\W/g, '\\$&'));
  const whole = new RegExp(`^${parts.join('.*')}$`);
  return (id) => whole.test(id);
}

function profileOf(profile: string | undefined): Profile {
  if (profile === undefined) return 'full';
  const known = profiles.find((each) => each === profile);
  if (known === undefined) throw new SettingsError(`no profile ${profile}; there are: ${profiles.join(', ')}`);
  return known;
}

/** Suggests the id that has most parts in common with a mistyped one. */
function suggestion(id: string): string {
  const parts = id.split(/[.-]/).filter((part) => part.length > 2);
  const shared = (other: string) => parts.filter((part) => other.includes(part)).length;
  const best = [...requirements].sort((a, b) => shared(b.id) - shared(a.id))[0];
  return best !== undefined && shared(best.id) > 0 ? ` (did you mean ${best.id}?)` : '';
}
