import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser as PlaywrightBrowser } from 'playwright-core';
import { type PageSettings, SettingsError } from './settings.ts';
import { within } from './within.ts';

/** No browser can be started here: one line that says why. */
export class NoBrowser extends Error {
  override readonly name = 'NoBrowser';
}

interface Program {
  readonly path: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Programs to try, in this order. */
type Candidate = () => Promise<Program>;

/** Why no browser can be started; null where one seems to be there. Starts none. Throws SettingsError for a BROWSER_PATH that is no file. */
export function noBrowser({ browserPath }: PageSettings): string | null {
  if (candidates(browserPath).length > 0) return null;
  return 'no Chrome or Chromium is installed, and none is bundled for this machine; BROWSER_PATH names one';
}

function candidates(browserPath: string | null): Candidate[] {
  if (browserPath !== null) {
    if (!existsSync(browserPath)) throw new SettingsError(`BROWSER_PATH: there is no ${browserPath}`);
    return [async () => ({ path: browserPath })];
  }
  return [...installed().map((path) => async () => ({ path })), ...(bundle() === null ? [] : [unpacked])];
}

function installed(): string[] {
  const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'chrome', 'chrome.exe'];
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const usual = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ...[process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].flatMap((folder) =>
      folder === undefined ? [] : [join(folder, 'Google/Chrome/Application/chrome.exe')],
    ),
  ];
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...usual].filter((path) =>
    existsSync(path),
  );
}

/** The Chromium that comes with the dependencies, packed; null where it does not run on this kind of machine. */
function bundle(): { module: string; folder: string } | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  try {
    const module = import.meta.resolve('@sparticuz/chromium');
    const folder = join(dirname(fileURLToPath(module)), '..');
    return existsSync(join(folder, 'bin/chromium.br')) ? { module, folder } : null;
  } catch {
    return null;
  }
}

/** Unpacks the bundled Chromium, once per installation. Runs side by side may do so at once: each whole, the first one stays. */
async function unpacked(): Promise<Program> {
  const found = bundle();
  if (found === null) throw new NoBrowser('no Chromium is bundled');
  const cache = join(found.folder, '../../.cache');
  const home = join(cache, 'chromium');
  const program = {
    path: join(home, 'chromium'),
    // A bare machine has no fonts of its own.
    env: { FONTCONFIG_FILE: join(home, 'fonts.conf') },
  };
  if (existsSync(program.path)) return program;
  await mkdir(cache, { recursive: true });
  const part = await mkdtemp(`${home}.`);
  try {
    // The package unpacks into the folder for temporary files, so it gets one of its own.
    const script = 'import(process.argv[1]).then((chromium) => chromium.default.executablePath())';
    await promisify(execFile)(process.execPath, ['-e', script, found.module], {
      env: { ...process.env, TMPDIR: part },
      timeout: 60_000,
    });
    await writeFile(
      join(part, 'fonts.conf'),
      `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><include ignore_missing="yes">/etc/fonts/fonts.conf</include><dir>${home}/fonts</dir><cachedir>${home}/fonts-cache</cachedir></fontconfig>`,
    );
    await rename(part, home).catch((error: unknown) => {
      if (!existsSync(program.path)) throw error;
    });
  } finally {
    await rm(part, { recursive: true, force: true });
  }
  return program;
}

/** How many pages are acted on at the same moment. */
const AT_ONCE = 4;

/** A browser without a window. Starts when it is first asked for. */
export class Chromium {
  readonly #browserPath: string | null;
  #started: Promise<PlaywrightBrowser> | undefined;
  readonly #waiting: (() => void)[] = [];
  #acting = 0;

  /** `browserPath`: which one; null: an installed one, else the bundled one. */
  constructor(browserPath: string | null) {
    this.#browserPath = browserPath;
  }

  /** Throws NoBrowser. */
  get running(): Promise<PlaywrightBrowser> {
    this.#started ??= this.#start();
    return this.#started;
  }

  async close(): Promise<void> {
    const browser = await this.#started?.catch(() => undefined);
    // It ends with this process in any case.
    if (browser !== undefined)
      await within(
        10_000,
        browser.close().catch(() => {}),
        () => {},
      );
  }

  /** Does what acts on a page when it is its turn, whoever shares this browser; with `first` before those that wait. */
  async inTurn<T>(work: () => Promise<T>, first = false): Promise<T> {
    if (this.#acting < AT_ONCE) this.#acting++;
    else await new Promise<void>((go) => this.#waiting.splice(first ? 0 : this.#waiting.length, 0, go));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#acting--;
      else next();
    }
  }

  async #start(): Promise<PlaywrightBrowser> {
    // Only runs that open a page pay for it.
    const { chromium } = await import('playwright-core');
    let reason = 'none is there';
    let program = 'the bundled Chromium';
    for (const candidate of candidates(this.#browserPath)) {
      try {
        const { path, env } = await candidate();
        program = path;
        return await chromium.launch({
          executablePath: path,
          env: { ...definite(process.env), ...env },
          args: ['--disable-gpu', '--disable-quic', '--dns-prefetch-disable', '--no-pings', '--no-proxy-server'],
          // The command itself ends everything on an interrupt, and still writes its certificate.
          handleSIGINT: false,
          handleSIGTERM: false,
          handleSIGHUP: false,
          timeout: 30_000,
        });
      } catch (error) {
        reason = `${program}: ${complaint(error)}`;
      }
    }
    throw new NoBrowser(`no browser could be started: ${reason}`);
  }
}

/** What the program itself said, where it said something. */
function complaint(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const said = /\[err\] (.+)/.exec(text)?.[1] ?? /exitCode=\d+/.exec(text)?.[0] ?? text.split('\n')[0] ?? '';
  return said.slice(0, 200);
}

function definite(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
