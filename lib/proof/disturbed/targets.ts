import { fileURLToPath } from 'node:url';
import { type Launched, launch } from '../../interface/target/launch.ts';

/** The correct implementations, with the seconds that a receiver of their webhooks may take to answer. */
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

/** Started by itself: what stops the harness leaves it alone. */
export function start(implementation: Implementation): Promise<Launched> {
  return launch(implementation, process.execPath, commands[implementation], 60_000);
}
