import { format } from 'node:util';
import { wrapWords } from './wrap.ts';

/**
 * Runs a command and sets its exit status. On a terminal what it says by `console` is broken between words. A reader that has seen enough
 * (`| head`) ends no run and is no error: what is said from then on is dropped; `onClosed` is called once.
 */
export async function program(main: () => Promise<number>, onClosed: () => void = () => {}): Promise<void> {
  let closed = false;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      if (!closed) onClosed();
      closed = true;
    });
  }
  console.log = (...words) => void process.stdout.write(`${wrapWords(format(...words), process.stdout.columns)}\n`);
  console.error = (...words) => void process.stderr.write(`${wrapWords(format(...words), process.stderr.columns)}\n`);
  process.exitCode = await main();
}

/** For commander: its help is laid out by itself, what is added to it is not. */
export const fitting = {
  writeOut: (text: string) => void process.stdout.write(wrapWords(text, process.stdout.columns)),
  writeErr: (text: string) => void process.stderr.write(wrapWords(text, process.stderr.columns)),
  outputError: (text: string, write: (text: string) => void) => write(text),
};
