import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { spawn } from '@lydell/node-pty';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface Shown {
  readonly status: number;
  /** Everything the program wrote, control sequences included. */
  readonly raw: string;
  /** The output in lines, without control sequences; lines that were redrawn appear in each version. */
  readonly lines: readonly string[];
}

export interface Keys {
  press(keys: string): void;
  /** Resolves once the text has been written, or the program has ended. */
  shows(words: string | RegExp): Promise<void>;
}

/**
 * Keeps the terminal open after the program has ended, and says then with which status: node-pty stops reading 200 ms after the end of what it
 * started, and on a busy machine what had not been read by then is lost.
 */
const HOLDING = `trap : INT; "$@"; printf '\\033]ended;%d\\007' "$?"; read -r _`;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as printed by HOLDING.
const ENDED = /\u{1b}\]ended;(\d+)\u{7}/u;

/** Runs a program on a pseudo-terminal, with only these settings. `user` acts as the person at the keyboard. */
export async function onTerminal(
  command: readonly [string, ...string[]],
  { columns = 80, settings = {} }: { columns?: number; settings?: Readonly<Record<string, string>> } = {},
  user: (keys: Keys) => Promise<void> = async () => {},
): Promise<Shown> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, TERM: 'xterm-256color', ...settings };
  const terminal = spawn('/bin/sh', ['-c', HOLDING, 'sh', ...command], { cols: columns, rows: 40, cwd: root, env });
  let raw = '';
  const listeners = new Set<() => void>();
  terminal.onData((data) => {
    raw += data;
    for (const look of listeners) look();
  });
  const closed = new Promise<void>((resolve) => terminal.onExit(() => resolve()));
  const ended = new Promise<number>((resolve, reject) => {
    listeners.add(() => {
      const [, status] = ENDED.exec(raw) ?? [];
      if (status !== undefined) resolve(Number(status));
    });
    void closed.then(() => reject(new Error(`the terminal was closed: ${raw.slice(-1_000)}`)));
  });
  await user({
    press: (keys) => terminal.write(keys),
    shows: (words) =>
      Promise.race([
        ended.then(() => {}),
        new Promise<void>((resolve) => {
          const look = () => (typeof words === 'string' ? raw.includes(words) : words.test(raw)) && resolve();
          listeners.add(look);
          look();
        }),
      ]),
  });
  const status = await ended;
  raw = raw.replace(ENDED, '');
  terminal.write('\r');
  await closed;
  return {
    status,
    raw,
    lines: stripVTControlCharacters(raw)
      .split(/\r?\n/)
      .map((line) => line.split('\r').at(-1) ?? ''),
  };
}
