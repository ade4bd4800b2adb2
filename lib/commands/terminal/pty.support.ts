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

/** Runs a program on a pseudo-terminal, with only these settings. `user` acts as the person at the keyboard. */
export async function onTerminal(
  command: readonly [string, ...string[]],
  { columns = 80, settings = {} }: { columns?: number; settings?: Readonly<Record<string, string>> } = {},
  user: (keys: Keys) => Promise<void> = async () => {},
): Promise<Shown> {
  const [file, ...args] = command;
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, TERM: 'xterm-256color', ...settings };
  const terminal = spawn(file, args, { cols: columns, rows: 40, cwd: root, env });
  let raw = '';
  const listeners = new Set<() => void>();
  terminal.onData((data) => {
    raw += data;
    for (const look of listeners) look();
  });
  const ended = new Promise<number>((resolve) => terminal.onExit(({ exitCode }) => resolve(exitCode)));
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
  return {
    status,
    raw,
    lines: stripVTControlCharacters(raw)
      .split(/\r?\n/)
      .map((line) => line.split('\r').at(-1) ?? ''),
  };
}
