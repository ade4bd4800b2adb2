import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Launched, launch } from '../../interface/target/launch.ts';

/** The correct implementations; a suffix gives the seconds that a receiver of their webhooks may take to answer. */
export const implementations = ['reference', 'reference-3s', 'second', 'second-3s'] as const;
export type Implementation = (typeof implementations)[number];

const program = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const reference = program('../reference/main.ts');
const second = program('../second/main.ts');

const commands: Readonly<Record<Implementation, readonly string[]>> = {
  reference: [reference, '--settings', '--delivery-timeout', '10'],
  'reference-3s': [reference, '--settings', '--delivery-timeout', '3'],
  second: [second],
  'second-3s': [second, '--answer-timeout', '3'],
};

/** One of the implementations, or the path of a program that prints one line of settings as they do and ends when its input is closed. */
export type Started = Implementation | { readonly program: string };

export function nameOf(target: Started): string {
  return typeof target === 'string' ? target : basename(target.program);
}

/** Started as a separate process, outside the harness's process group, so that stopping the harness does not stop it. */
export function start(target: Started): Promise<Launched> {
  if (typeof target === 'string') return launch(target, process.execPath, commands[target], 60_000);
  return launch(target.program, target.program, [], 60_000);
}
