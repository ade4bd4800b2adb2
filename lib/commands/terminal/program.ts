import { format } from 'node:util';
import { wrapWords } from './wrap.ts';

/**
 * Runs a command and sets its exit status. On a terminal, `console` output is wrapped between words. A closed standard output or error (`|
 * head`) neither ends the run nor is an error: further output is dropped, and `onClosed` is called once.
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

/** For commander: it wraps its own help, but not the text added to the help. */
export const fitting = {
  writeOut: (text: string) => void process.stdout.write(wrapWords(text, process.stdout.columns)),
  writeErr: (text: string) => void process.stderr.write(wrapWords(text, process.stderr.columns)),
  outputError: (text: string, write: (text: string) => void) => write(text),
};
