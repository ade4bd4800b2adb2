/** Starts the service with its own rules from the command line. */
import { run } from './command.ts';
import { createTransport } from './engine/transport.ts';
import { rulebook } from './rules/index.ts';

await run(process.argv, rulebook, createTransport());
