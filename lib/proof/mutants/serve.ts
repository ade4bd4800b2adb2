/** Runs many variants in one process, each as a separate service with its own ports, clock and memory. */
import { createInterface } from 'node:readline';
import { createClock } from '../reference/engine/clock.ts';
import { newId } from '../reference/engine/ids.ts';
import { createTransport } from '../reference/engine/transport.ts';
import { rulebook } from '../reference/rules/index.ts';
import { type RunningService, startService } from '../reference/service.ts';
import { settingsOf } from '../reference/welcome.ts';
import { rulesOf, transportOf, variantNamed } from './apply.ts';

/** How long a webhook's receiver may take to answer, in milliseconds. */
const DELIVERY_TIMEOUT_MS = 3_000;

/**
 * Reads commands, one per line, and answers each with a line of JSON that carries its ticket:
 *   start TICKET NAME[+NAME...]   → { "ticket", "settings": { TARGET_BASE_URL, ... } }
 *   stop TICKET                   → { "ticket", "stopped": true }
 * A command that fails is answered with { "ticket", "error" }. Ends when standard input closes.
 */
export function serve(): void {
  const services = new Map<string, RunningService>();
  const lines = createInterface({ input: process.stdin });
  lines.on('line', async (line) => {
    const [command, ticket = '', names = ''] = line.trim().split(/\s+/);
    const answer = (body: object) => process.stdout.write(`${JSON.stringify({ ticket, ...body })}\n`);
    try {
      if (command === 'start') {
        const { service, settings } = await start(names.split('+'));
        services.set(ticket, service);
        answer({ settings });
      } else if (command === 'stop') {
        await services.get(ticket)?.close();
        services.delete(ticket);
        answer({ stopped: true });
      } else answer({ error: `cannot be understood: ${line}` });
    } catch (error) {
      answer({ error: error instanceof Error ? error.message : String(error) });
    }
  });
  lines.on('close', () => process.exit(0));
}

async function start(names: readonly string[]) {
  const variants = names.map(variantNamed);
  const controlToken = newId('control_');
  const service = await startService({
    rulebook: rulesOf(variants, rulebook),
    clock: createClock(),
    transport: transportOf(variants, createTransport()),
    newId,
    controlToken,
    deliveryTimeoutMs: DELIVERY_TIMEOUT_MS,
    host: '127.0.0.1',
    ports: { sandbox: 0, live: 0, control: 0 },
  });
  return { service, settings: settingsOf(service, controlToken) };
}
