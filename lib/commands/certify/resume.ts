import { randomBytes } from 'node:crypto';
import { join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { RunStoreAssignment } from '../../engine/durable/durable.ts';
import {
  begin,
  discard,
  type Found,
  type Identity,
  lookAt,
  RunStoreError,
  setAside,
} from '../../engine/durable/store/index.ts';
import { version } from '../../engine/evidence/version.ts';
import type { Appearance } from '../../engine/run/disguise/appearance.ts';
import { SettingsError } from '../../engine/run/target.ts';
import { registerDigest } from '../../interface/register/index.ts';
import type { SelectionOptions } from '../../interface/selection.ts';
import type { Target } from '../../interface/target/probe-target.ts';
import type { Settings } from '../../interface/target/settings.ts';

/** What was asked for on the command line; undefined: not said. */
export interface Asked {
  readonly selection: SelectionOptions;
  readonly seed: number | undefined;
  /** Whether the longest wait was said, by option or setting. */
  readonly maxWaitSaid: boolean;
  readonly appearance?: Partial<Pick<Appearance, 'incognito' | 'userAgent'>> | undefined;
}

/** How often a run notes that it still listens. */
const HEARTBEAT_MS = 1_000;

const FILE = 'run.sqlite';

/** The journal to go on with. Throws SettingsError, with one line, where that cannot be. */
export function toResume(out: string, named: string | true): { file: string; found: Found } {
  const file = named === true ? join(out, FILE) : named;
  const found = readable(() => lookAt(file));
  if (found === null)
    throw new SettingsError(`--resume: there is no journal ${file} (a run of the embedded reference keeps none)`);
  const begun = `the run that began at ${new Date(found.identity.startedAt).toISOString()}`;
  if (found.finished) throw new SettingsError(`--resume: ${begun} is finished: its certificate is written`);
  if (found.identity.version !== version || found.identity.registerDigest !== registerDigest) {
    throw new SettingsError(`--resume: ${begun} was made by another version of the suite (${found.identity.version})`);
  }
  return { file, found };
}

/** The settings to go on with: those of now, which must be as they were. */
export function sameSettings({ identity, port }: Found, settings: Settings, asked: Asked): Settings {
  const { selection, seed, appearance = {} } = asked;
  const said: SelectionOptions = {
    ...selection,
    profile: selection.profile === 'full' ? undefined : selection.profile,
  };
  const chosen = Object.values(said).some((value) => value !== undefined);
  if (chosen && !isDeepStrictEqual(plain(selection), plain(identity.selection))) {
    throw new SettingsError(
      '--resume goes on with what the run was begun for: leave out --chapter, --requirement, --profile, --exhaustive',
    );
  }
  if (seed !== undefined && seed !== identity.seed) {
    throw new SettingsError(`--resume goes on with the seed ${identity.seed}: leave out --seed`);
  }
  const { incognito = identity.appearance.incognito, userAgent = identity.appearance.userAgent } = appearance;
  if (incognito !== identity.appearance.incognito || userAgent !== identity.appearance.userAgent) {
    throw new SettingsError(
      '--resume goes on with the same client: leave out --incognito, --no-incognito, --user-agent',
    );
  }
  const maxWait = Number(identity.settings.TARGET_MAX_WAIT);
  const same = { ...settings, maxWait: asked.maxWaitSaid ? settings.maxWait : maxWait };
  const now = settingsOf(same);
  const other = Object.keys(identity.settings).filter((name) => identity.settings[name] !== now[name]);
  if (other.length > 0) throw new SettingsError(`--resume: ${other.join(', ')} must be as when the run was begun`);
  // Where the port was left open, the target knows the one that was found then.
  return { ...same, capture: { ...same.capture, port: same.capture.port || (port ?? 0) } };
}

/** Makes room for a new run's store. Returns what to tell the user. */
export function makeRoom(out: string): string | null {
  const file = join(out, FILE);
  try {
    const found = lookAt(file);
    if (found === null || found.finished || found.port === null) return null;
    const aside = setAside(file, found.identity);
    return `an unfinished run was set aside; to go on with it: npm run certify -- ${resumption(out, aside)}`;
  } catch (error) {
    if (error instanceof RunStoreError && !error.underWay) return null;
    throw new SettingsError(`--out: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The options that go on with this run. */
export function resumption(out: string, file: string): string {
  const short = (path: string) => {
    const below = relative(process.cwd(), path);
    return below.startsWith('..') ? path : below;
  };
  const named = file === join(out, FILE) ? '--resume' : `--resume ${short(file)}`;
  return short(out) === 'reports' ? named : `${named} --out ${short(out)}`;
}

export interface Begun {
  readonly settings: Settings;
  readonly selection: SelectionOptions;
  readonly seed: number;
  readonly startedAt: number;
  readonly appearance: Appearance;
}

/** Begins the store of a new run in this folder, where it keeps one. What an older run left there goes. */
export function beginStore(
  out: string,
  begun: Begun,
  target: Pick<Target, 'clock' | 'embedded'>,
  pace?: number,
): RunStoreAssignment | null {
  const file = join(out, FILE);
  const { settings, selection, seed, startedAt, appearance } = begun;
  const kept = keeping(file, settings, target, pace);
  const identity: Identity = {
    version,
    registerDigest,
    seed,
    startedAt,
    appearance,
    selection: plain(selection),
    settings: settingsOf(settings),
    salt: randomBytes(16).toString('base64'),
  };
  readable(() => (kept === null ? discard(file) : begin(file, identity)));
  return kept;
}

/**
 * How the worker keeps the run store; null where the run cannot outlive its process: the embedded reference ends with it, and where the
 * settings hold no secret nothing could be encrypted.
 */
export function keeping(
  file: string,
  settings: Settings,
  { clock, embedded }: Pick<Target, 'clock' | 'embedded'>,
  pace = 1,
): RunStoreAssignment | null {
  const secret = settings.merchant?.apiKey ?? settings.control?.token ?? settings.live?.merchant?.apiKey ?? null;
  if (embedded || secret === null) return null;
  // Where the clock can be moved a run takes seconds: it is not worth waiting for the disk each time.
  return { file, secret, full: !clock, heartbeatMs: HEARTBEAT_MS / pace };
}

/** What decides what a run meets. Secrets are none of it. */
function settingsOf({ baseUrl, merchant, other, live, control, capture, maxWait }: Settings): Identity['settings'] {
  return {
    TARGET_BASE_URL: baseUrl,
    TARGET_MERCHANT_ID: merchant?.merchantId ?? null,
    TARGET_OTHER_MERCHANT_ID: other?.merchantId ?? null,
    TARGET_LIVE_BASE_URL: live?.baseUrl ?? null,
    TARGET_LIVE_MERCHANT_ID: live?.merchant?.merchantId ?? null,
    TARGET_CONTROL_URL: control?.url ?? null,
    CAPTURE_PUBLIC_URL: capture.publicUrl,
    TARGET_MAX_WAIT: maxWait,
  };
}

function plain({ chapter, requirement, profile, exhaustive }: SelectionOptions): Identity['selection'] {
  return JSON.parse(JSON.stringify({ chapter, requirement, profile, exhaustive })) as Identity['selection'];
}

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RunStoreError) throw new SettingsError(error.message);
    throw error;
  }
}
