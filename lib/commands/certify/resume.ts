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
import { commandLine } from '../terminal/command-line.ts';

/** What was given on the command line; undefined: not given. */
export interface Asked {
  readonly selection: SelectionOptions;
  readonly seed: number | undefined;
  /** Whether the longest wait was given, by option or setting. */
  readonly maxWaitSaid: boolean;
  readonly appearance?: Partial<Pick<Appearance, 'incognito' | 'userAgent'>> | undefined;
}

/** Milliseconds between two records that the run still listens. */
const HEARTBEAT_MS = 1_000;

const FILE = 'run.sqlite';

/** The journal to resume. Throws SettingsError, with one line, if that is not possible. */
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

/** The settings to resume with: the current ones, which must equal those of the run. */
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
  // If no port was set, the target knows the one that the run used then.
  return { ...same, capture: { ...same.capture, port: same.capture.port || (port ?? 0) } };
}

/** Moves an unfinished run's store aside for a new run. Returns what to tell the user. */
export function makeRoom(out: string): string | null {
  const file = join(out, FILE);
  try {
    const found = lookAt(file);
    if (found === null || found.finished || found.port === null) return null;
    const aside = setAside(file, found.identity);
    return `an unfinished run was set aside; to go on with it: ${commandLine('certify', resumption(out, aside))}`;
  } catch (error) {
    if (error instanceof RunStoreError && !error.underWay) return null;
    throw new SettingsError(`--out: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The options that resume this run. */
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

/** Creates the store of a new run in this folder, if the run keeps one. An older store there is deleted. */
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
 * How the worker keeps the run store; null if the run cannot be resumed: the embedded reference ends with the process, and without a secret
 * in the settings nothing could be encrypted.
 */
export function keeping(
  file: string,
  settings: Settings,
  { clock, embedded }: Pick<Target, 'clock' | 'embedded'>,
  pace = 1,
): RunStoreAssignment | null {
  const secret = settings.merchant?.apiKey ?? settings.control?.token ?? settings.live?.merchant?.apiKey ?? null;
  if (embedded || secret === null) return null;
  // A run with a controlled clock takes seconds: waiting for the disk at each write would cost more than it saves.
  return { file, secret, full: !clock, heartbeatMs: HEARTBEAT_MS / pace };
}

/** The settings that determine what the run does; secrets excluded. */
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
