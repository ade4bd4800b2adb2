import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser as PlaywrightBrowser } from 'playwright-core';
import { directly } from '../http/network/route.ts';
import { type BrowserSettings, SettingsError } from '../run/target.ts';
import { within } from '../time/within.ts';
import { Gate } from './gate.ts';

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
export function noBrowser({ browserPath }: BrowserSettings): string | null {
  const there = candidates(browserPath).length > 0;
  if (!isInstalled('playwright-core')) {
    const more = there ? '' : ' (and @sparticuz/chromium, where no Chrome or Chromium is installed)';
    return `no package playwright-core is installed to drive a browser with${more}`;
  }
  if (there) return null;
  return 'no Chrome or Chromium is installed, and none is bundled for this machine; BROWSER_PATH names one';
}

/** Of a package that may be left out where it is not needed. */
function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}

function candidates(browserPath: string | null): Candidate[] {
  if (browserPath !== null) {
    if (!existsSync(browserPath)) throw new SettingsError(`BROWSER_PATH: there is no ${browserPath}`);
    return [async () => ({ path: browserPath })];
  }
  return [...(bundle() === null ? [] : [unpacked]), ...installed().map((path) => async () => ({ path }))];
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
  const home = join(cache, 'headless-shell');
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
    // Whoever runs it need not be who installed it.
    for (const name of ['.', ...(await readdir(part, { recursive: true }))]) await chmod(join(part, name), 0o755);
    await rename(part, home).catch((error: unknown) => {
      if (!existsSync(program.path)) throw error;
    });
  } finally {
    await rm(part, { recursive: true, force: true });
  }
  return program;
}

/** How many pages are acted on at the same moment. */
const AT_ONCE = 8;

/** What the program needs to find itself and the system's libraries. No setting, key or token is among it. */
const NEEDED =
  /^(PATH|LANG|LC_\w+|TZ|LD_LIBRARY_PATH|FONTCONFIG_\w+|SYSTEMROOT|SYSTEMDRIVE|WINDIR|PROGRAMFILES(\(X86\))?)$/i;

/** What a page that is hostile must not find. */
const CAGE = [
  '--disable-gpu',
  '--disable-quic',
  '--dns-prefetch-disable',
  '--no-pings',
  // Names are resolved by the gate, and by nothing else.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--proxy-bypass-list=<-loopback>',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  // Nothing of the maker's: Playwright turns off the rest.
  '--disable-sync',
  '--disable-domain-reliability',
  '--disable-client-side-phishing-detection',
  '--safebrowsing-disable-auto-update',
  '--no-report-upload',
  // A page may take what it likes: of this much.
  '--js-flags=--max-old-space-size=512',
  '--renderer-process-limit=8',
  '--disk-cache-size=67108864',
];

/** Of each process, in KiB: what scripts keep outside their heap counts too. */
const MEMORY = 2 * 1024 * 1024;

/** Of each file that a process writes, in blocks of 512 bytes. */
const FILE = 256 * 1024 * 2;

/** A browser without a window. Starts when it is first asked for. */
export class Chromium {
  readonly browserPath: string | null;
  #started: Promise<PlaywrightBrowser> | undefined;
  /** Of the program itself, which has nothing to ask of anybody. */
  #gate: Gate | undefined;
  #home: string | undefined;
  readonly #waiting: (() => void)[] = [];
  #acting = 0;
  #sandboxFailed = false;

  /** `browserPath`: which one; null: the bundled one, else an installed one. */
  constructor(browserPath: string | null) {
    this.browserPath = browserPath;
  }

  /** Throws NoBrowser. */
  get running(): Promise<PlaywrightBrowser> {
    this.#started ??= this.#start();
    return this.#started;
  }

  /** It was started without its own sandbox, because with it no start was possible. */
  get sandboxFailed(): boolean {
    return this.#sandboxFailed;
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
    this.#gate?.close();
    this.#leave();
    process.off('exit', this.#leave);
  }

  /** What the program itself would have called, pages apart: `host:port`. */
  get refused(): readonly string[] {
    return this.#gate?.refused ?? [];
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
    const gate = await Gate.open(null, directly);
    this.#gate = gate;
    const home = await mkdtemp(join(tmpdir(), 'hosted-pages-'));
    this.#home = home;
    process.once('exit', this.#leave);
    let reason = 'none is there';
    let program = 'the bundled Chromium';
    for (const candidate of candidates(this.browserPath)) {
      try {
        const { path, env } = await candidate();
        program = path;
        const executablePath = await bounded(path, home);
        const launch = (chromiumSandbox: boolean) =>
          chromium.launch({
            executablePath,
            chromiumSandbox,
            env: { ...environment(home), ...env },
            args: [...CAGE, `--proxy-server=${gate.address}`],
            // The command itself ends everything on an interrupt, and still writes its certificate.
            handleSIGINT: false,
            handleSIGTERM: false,
            handleSIGHUP: false,
            timeout: 30_000,
          });
        const running =
          process.getuid?.() === 0
            ? await launch(false)
            : await launch(true).catch((error: unknown) => {
                if (!/sandbox|namespace|zygote/i.test(String(error))) throw error;
                this.#sandboxFailed = true;
                return launch(false);
              });
        const session = await running.newBrowserCDPSession();
        await session.send('Browser.setDownloadBehavior', { behavior: 'deny' });
        return running;
      } catch (error) {
        reason = `${program}: ${complaint(error)}`;
      }
    }
    throw new NoBrowser(`no browser could be started: ${reason}`);
  }

  readonly #leave = (): void => {
    if (this.#home !== undefined) rmSync(this.#home, { recursive: true, force: true });
  };
}

/** Runs with nothing of this process but what every program needs, and a folder of its own. */
function environment(home: string): Record<string, string> {
  const kept = Object.entries(process.env).flatMap(([name, value]) =>
    NEEDED.test(name) && value !== undefined ? [[name, value] as const] : [],
  );
  const folders = ['HOME', 'TMPDIR', 'TEMP', 'TMP', 'LOCALAPPDATA', 'APPDATA', 'USERPROFILE'];
  return { ...Object.fromEntries(kept), ...Object.fromEntries(folders.map((name) => [name, home])) };
}

/** The same program, kept from taking all memory and all disk; where a shell can see to that. */
async function bounded(path: string, home: string): Promise<string> {
  if (process.platform !== 'linux') return path;
  const script = join(home, 'chromium.sh');
  const quoted = `'${path.replaceAll("'", "'\\''")}'`;
  await writeFile(script, `#!/bin/sh\nulimit -d ${MEMORY}\nulimit -f ${FILE}\nulimit -c 0\nexec ${quoted} "$@"\n`, {
    mode: 0o700,
  });
  return script;
}

/** What the program itself said, where it said something. */
function complaint(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const said = /\[err\] (.+)/.exec(text)?.[1] ?? /exitCode=\d+/.exec(text)?.[0] ?? text.split('\n')[0] ?? '';
  return said.slice(0, 200);
}
