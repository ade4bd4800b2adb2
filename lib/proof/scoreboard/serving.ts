import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const program = fileURLToPath(new URL('../mutants/main.ts', import.meta.url));
const answers = z.object({
  ticket: z.string(),
  settings: z.record(z.string(), z.string()).optional(),
  error: z.string().optional(),
});
type Answer = z.infer<typeof answers>;

/**
 * How long the serving program may take to start or stop a service, in milliseconds. Before the first it imports all variants, which takes
 * seconds on an idle machine.
 */
const MAX_START_MS = 120_000;

/** The program that serves variants of the reference, many in one process. This side knows only their names and addresses. */
export class Serving {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<string, (answer: Answer) => void>();
  #tickets = 0;

  constructor() {
    const child = spawn(process.execPath, [program, '--serve'], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child = child;
    child.stdin.on('error', () => {});
    createInterface({ input: child.stdout }).on('line', (line) => {
      const answer = answers.parse(JSON.parse(line));
      const key = this.#waiting.has(answer.ticket) ? answer.ticket : '';
      this.#waiting.get(key)?.(answer);
    });
    const gone = (why: string) => {
      for (const [ticket, answered] of this.#waiting) answered({ ticket, error: why });
    };
    child.on('error', (error) => gone(`the serving program could not be started: ${error.message}`));
    child.on('exit', () => gone('the serving program ended'));
  }

  /** Starts a service; resolves to its settings. */
  async start(names: readonly string[]): Promise<{ settings: Record<string, string>; stop(): Promise<void> }> {
    const ticket = String(++this.#tickets);
    const { settings, error } = await this.#ask(ticket, `start ${ticket} ${names.join('+')}`);
    if (settings === undefined) throw new Error(error ?? 'the serving program gave no settings');
    return { settings, stop: async () => void (await this.#ask(ticket, `stop ${ticket}`)) };
  }

  close(): void {
    this.#child.stdin?.end();
  }

  #ask(ticket: string, line: string): Promise<Answer> {
    return new Promise((resolve) => {
      const answered = (answer: Answer) => {
        clearTimeout(timer);
        this.#waiting.delete(ticket);
        resolve(answer);
      };
      const late = () => answered({ ticket, error: `the serving program did not answer: ${line}` });
      const timer = setTimeout(late, MAX_START_MS);
      this.#waiting.set(ticket, answered);
      this.#child.stdin?.write(`${line}\n`);
    });
  }
}
