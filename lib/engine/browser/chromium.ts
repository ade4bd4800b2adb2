import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser as PlaywrightBrowser } from 'playwright-core';
import { directly } from '../http/network/route.ts';
import { isInstalled } from '../modules.ts';
import { type BrowserSettings, SettingsError } from '../run/target.ts';
import { within } from '../time/within.ts';
import { Gate } from './gate.ts';

/** No browser can be started on this machine: one line that says why. */
export class NoBrowser extends Error {
  override readonly name = 'NoBrowser';
}

interface Program {
  readonly path: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Candidate programs are tried in order. */
type Candidate = () => Promise<Program>;

/** Why no browser can be started; null if one appears to be available. Starts none. Throws SettingsError if BROWSER_PATH is no file. */
export function noBrowser({ browserPath }: BrowserSettings): string | null {
  const isFound = candidates(browserPath).length > 0;
  if (!isInstalled('playwright-core')) {
    const more = isFound ? '' : ' @sparticuz/chromium';
    return `no package playwright-core is installed to drive a browser with: npm i -D playwright-core${more}`;
  }
  if (isFound) return null;
  return 'no Chrome or Chromium is installed, and none is bundled for this machine; BROWSER_PATH names one';
}

function candidates(browserPath: string | null): Candidate[] {
  if (browserPath !== null) {
    if (!existsSync(browserPath)) throw new SettingsError(`BROWSER_PATH: there is no ${browserPath}`);
    return [async () => ({ path: browserPath })];
  }
  return [
    ...(findBundle() === null ? [] : [unpackBundle]),
    ...installedBrowsers().map((path) => async () => ({ path })),
  ];
}

function installedBrowsers(): string[] {
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

/** The packed Chromium among the dependencies; null where it does not run on this platform. */
function findBundle(): { module: string; folder: string } | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  try {
    const module = import.meta.resolve('@sparticuz/chromium');
    const folder = join(dirname(fileURLToPath(module)), '..');
    return existsSync(join(folder, 'bin/chromium.br')) ? { module, folder } : null;
  } catch {
    return null;
  }
}

/** Unpacks the bundled Chromium, once per installation. Concurrent runs each unpack a complete copy; the first to finish is kept. */
async function unpackBundle(): Promise<Program> {
  const found = findBundle();
  if (found === null) throw new NoBrowser('no Chromium is bundled');
  const cache = join(found.folder, '../../.cache');
  const home = join(cache, 'headless-shell');
  const program = {
    path: join(home, 'chromium'),
    // A minimal system has no fonts.
    env: { FONTCONFIG_FILE: join(home, 'fonts.conf') },
  };
  if (existsSync(program.path)) return program;
  await mkdir(cache, { recursive: true });
  const part = await mkdtemp(`${home}.`);
  try {
    // The package unpacks into the folder for temporary files, so TMPDIR is set to a folder of its own.
    const script = 'import(process.argv[1]).then((chromium) => chromium.default.executablePath())';
    await promisify(execFile)(process.execPath, ['-e', script, found.module], {
      env: { ...process.env, TMPDIR: part },
      timeout: 60_000,
    });
    await writeFile(
      join(part, 'fonts.conf'),
      `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><include ignore_missing="yes">/etc/fonts/fonts.conf</include><dir>${home}/fonts</dir><cachedir>${home}/fonts-cache</cachedir></fontconfig>`,
    );
    // The user who runs it may differ from the one who installed it.
    for (const name of ['.', ...(await readdir(part, { recursive: true }))]) await chmod(join(part, name), 0o755);
    await rename(part, home).catch((error: unknown) => {
      if (!existsSync(program.path)) throw error;
    });
  } finally {
    await rm(part, { recursive: true, force: true });
  }
  return program;
}

/** Maximum number of pages acted on at the same time. */
const MAX_ACTIVE_PAGES = 8;

/** Environment variables that the browser needs to find itself and system libraries. Settings, keys and tokens are not among them. */
const PASSED_VARIABLES =
  /^(PATH|LANG|LC_\w+|TZ|LD_LIBRARY_PATH|FONTCONFIG_\w+|SYSTEMROOT|SYSTEMDRIVE|WINDIR|PROGRAMFILES(\(X86\))?)$/i;

/** Restricts what a hostile page can reach. */
const HARDENING_FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--dns-prefetch-disable',
  '--no-pings',
  // Only the egress proxy resolves names.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--proxy-bypass-list=<-loopback>',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  // Disables the vendor's background services that Playwright leaves on.
  '--disable-sync',
  '--disable-domain-reliability',
  '--disable-client-side-phishing-detection',
  '--safebrowsing-disable-auto-update',
  '--no-report-upload',
  // Bounds the memory, processes and disk that a page can use.
  '--js-flags=--max-old-space-size=512',
  '--renderer-process-limit=8',
  '--disk-cache-size=67108864',
];

/** Memory limit of each process, in KiB; memory of scripts outside their heap counts too. */
const MAX_MEMORY_KIB = 2 * 1024 * 1024;

/** Size limit of each file that a process writes, in blocks of 512 bytes: 256 MB. */
const MAX_FILE_BLOCKS = 256 * 1024 * 2;

/** A headless browser, started on first use. */
export class Chromium {
  readonly browserPath: string | null;
  #started: Promise<PlaywrightBrowser> | undefined;
  /** Used by the browser program itself rather than by a page; refuses everything. */
  #proxy: Gate | undefined;
  #home: string | undefined;
  readonly #waiting: (() => void)[] = [];
  #activePages = 0;
  #sandboxFailed = false;

  /** `browserPath`: the program to start; null: the bundled one, or else an installed one. */
  constructor(browserPath: string | null) {
    this.browserPath = browserPath;
  }

  /** Throws NoBrowser. */
  get running(): Promise<PlaywrightBrowser> {
    this.#started ??= this.#start();
    return this.#started;
  }

  /** The browser runs without its own sandbox, because it did not start with it. */
  get sandboxFailed(): boolean {
    return this.#sandboxFailed;
  }

  async close(): Promise<void> {
    const browser = await this.#started?.catch(() => undefined);
    // After 10 s the close is no longer awaited: the browser ends with this process anyway.
    if (browser !== undefined)
      await within(
        10_000,
        browser.close().catch(() => {}),
        () => {},
      );
    this.#proxy?.close();
    this.#removeHome();
    process.off('exit', this.#removeHome);
  }

  /** Requests that the browser program itself made, apart from its pages, and that were refused: `host:port`. */
  get refused(): readonly string[] {
    return this.#proxy?.refused ?? [];
  }

  /** Runs `work` once fewer than `MAX_ACTIVE_PAGES` pages are acted on, by all runs that share this browser. `first`: before those that wait. */
  async inTurn<T>(work: () => Promise<T>, first = false): Promise<T> {
    if (this.#activePages < MAX_ACTIVE_PAGES) this.#activePages++;
    else await new Promise<void>((go) => this.#waiting.splice(first ? 0 : this.#waiting.length, 0, go));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#activePages--;
      else next();
    }
  }

  async #start(): Promise<PlaywrightBrowser> {
    // Imported here so that runs without hosted pages do not load it.
    const { chromium } = await import('playwright-core');
    const proxy = await Gate.open(null, directly);
    this.#proxy = proxy;
    const home = await mkdtemp(join(tmpdir(), 'hosted-pages-'));
    this.#home = home;
    process.once('exit', this.#removeHome);
    let reason = 'none is there';
    let program = 'the bundled Chromium';
    for (const candidate of candidates(this.browserPath)) {
      try {
        const { path, env } = await candidate();
        program = path;
        const executablePath = await withResourceLimits(path, home);
        const launch = (chromiumSandbox: boolean) =>
          chromium.launch({
            executablePath,
            chromiumSandbox,
            env: { ...environment(home), ...env },
            args: [...HARDENING_FLAGS, `--proxy-server=${proxy.address}`],
            // The command handles interrupts itself: it closes the browser and still writes the certificate.
            handleSIGINT: false,
            handleSIGTERM: false,
            handleSIGHUP: false,
            timeout: 30_000,
          });
        let isUnsandboxed = false;
        const running =
          process.getuid?.() === 0
            ? await launch(false)
            : await launch(true).catch((error: unknown) => {
                if (!/sandbox|namespace|zygote/i.test(String(error))) throw error;
                isUnsandboxed = true;
                return launch(false);
              });
        const session = await running.newBrowserCDPSession();
        await session.send('Browser.setDownloadBehavior', { behavior: 'deny' });
        this.#sandboxFailed = isUnsandboxed;
        return running;
      } catch (error) {
        reason = `${program}: ${launchError(error)}`;
      }
    }
    throw new NoBrowser(`no browser could be started: ${reason}`);
  }

  readonly #removeHome = (): void => {
    if (this.#home !== undefined) rmSync(this.#home, { recursive: true, force: true });
  };
}

/** The minimal environment of the browser, with `home` as its home and temporary folder. */
function environment(home: string): Record<string, string> {
  const kept = Object.entries(process.env).flatMap(([name, value]) =>
    PASSED_VARIABLES.test(name) && value !== undefined ? [[name, value] as const] : [],
  );
  const folders = ['HOME', 'TMPDIR', 'TEMP', 'TMP', 'LOCALAPPDATA', 'APPDATA', 'USERPROFILE'];
  return { ...Object.fromEntries(kept), ...Object.fromEntries(folders.map((name) => [name, home])) };
}

/** The same program with limits on memory and file size, on Linux; unchanged elsewhere. */
async function withResourceLimits(path: string, home: string): Promise<string> {
  if (process.platform !== 'linux') return path;
  const script = join(home, 'chromium.sh');
  const quoted = `'${path.replaceAll("'", "'\\''")}'`;
  await writeFile(
    script,
    `#!/bin/sh\nulimit -d ${MAX_MEMORY_KIB}\nulimit -f ${MAX_FILE_BLOCKS}\nulimit -c 0\nexec ${quoted} "$@"\n`,
    {
      mode: 0o700,
    },
  );
  return script;
}

/** The program's own error output if there is any, otherwise the first line of the error; at most 200 characters. */
function launchError(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const detail = /\[err\] (.+)/.exec(text)?.[1] ?? /exitCode=\d+/.exec(text)?.[0] ?? text.split('\n')[0] ?? '';
  return detail.slice(0, 200);
}
