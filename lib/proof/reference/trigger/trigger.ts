/** Makes a running service send an event of a kind, over HTTP, using the interface and the control interface. */
import { randomInt } from 'node:crypto';
import { asTyped } from '../as-typed.ts';
import { newId } from '../engine/ids.ts';
import type { EventName } from '../rules/states.ts';
import { noted, type Running } from './running.ts';
import { type Hands, ways } from './steps.ts';

/** All kinds of events (Events, event kinds). */
export const eventKinds = Object.keys(ways) as EventName[];

/**
 * Prints each step to standard output. `at`: part of an address of the service, or its sandbox merchant. Resolves to the exit status: 1 if
 * a step was refused, 2 if the event is unknown, or not exactly one service is found.
 */
export async function trigger(event: string | undefined, at?: string): Promise<0 | 1 | 2> {
  const kind = eventKinds.find((each) => each === event);
  if (kind === undefined) {
    const problem = event === undefined ? 'which event?' : `there is no event ${event.replace(/[^ -~]/g, '?')}.`;
    console.error(`trigger: ${problem} There are:\n${eventKinds.map((each) => `  ${each}`).join('\n')}`);
    return 2;
  }
  const all = await answering(noted());
  const found = at === undefined ? all : all.filter((each) => isNamed(each, at));
  const [running] = found;
  if (running === undefined || found.length > 1) {
    console.error(`trigger: ${whyNotOne(all, found, at)}`);
    return 2;
  }
  try {
    console.log(`merchant ${running.merchantId} at ${running.sandboxUrl}`);
    const reference = await ways[kind](handsOf(running));
    console.log(`${kind}: ${reference}`);
    if (running.webhookUrl === null)
      console.log(
        `The merchant has no webhook address: start ${asTyped('reference')} with --webhook-url to have it sent.`,
      );
    else console.log(`sent to ${running.webhookUrl}`);
    return 0;
  } catch (error) {
    console.error(`trigger: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}

/** The services that answer, latest first: killed ones leave their note. */
async function answering(all: readonly Running[]): Promise<Running[]> {
  const answers = all.map(async (running) => {
    const headers = { authorization: `Bearer ${running.controlToken}` };
    const answer = await fetch(running.controlUrl, { headers, signal: AbortSignal.timeout(3_000) }).catch(() => null);
    return answer?.ok ? [running] : [];
  });
  return (await Promise.all(answers)).flat();
}

/** By an address or a port of it, or by its merchant: all of these it printed at its start. */
function isNamed({ sandboxUrl, controlUrl, merchantId }: Running, at: string): boolean {
  const wanted = at.replace(/\/+$/, '');
  return (
    merchantId === wanted || [sandboxUrl, controlUrl].some((url) => url === wanted || new URL(url).port === wanted)
  );
}

function whyNotOne(all: readonly Running[], found: readonly Running[], at: string | undefined): string {
  if (all.length === 0) return `no reference is running; start one in another terminal: ${asTyped('reference')}`;
  const list = all.map(({ sandboxUrl, merchantId }) => `  --at ${sandboxUrl}  (merchant ${merchantId})`);
  const said = at?.replace(/[^ -~]/g, '?');
  const problem =
    found.length > 1 ? 'several references are running; name one of them' : `no reference is running at ${said}; there`;
  return `${problem}${found.length > 1 ? '' : all.length === 1 ? ' is' : ' are'}:\n${list.join('\n')}`;
}

function handsOf({ sandboxUrl, controlUrl, controlToken, merchantId, apiKey }: Running): Hands {
  const merchant = { authorization: `Bearer ${apiKey}`, 'x-merchant-id': merchantId };
  const send = async (where: string, base: string, headers: object, method: string, path: string, body?: object) => {
    const answer = await fetch(base + path, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    }).catch(() => {
      throw new Error(`${method} ${path}: no answer; has the reference been stopped?`);
    });
    const text = await answer.text();
    console.log(`  ${where.padEnd(7)} ${method} ${path} ${answer.status}`);
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status} ${text.slice(0, 300)}`);
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  };
  const control: Hands['control'] = (path, body) =>
    send('control', controlUrl, { authorization: `Bearer ${controlToken}` }, 'POST', path, body);
  return {
    control,
    merchant: (path, body = {}) => control(`/merchants/${merchantId}${path}`, body),
    api: (method, path, body) => {
      const key = method === 'POST' ? { 'idempotency-key': newId('trigger_') } : {};
      return send('sandbox', sandboxUrl, { ...merchant, ...key }, method, `/v1${path}`, body);
    },
    newReference: (prefix) => newId(`${prefix}-`),
    newWalletId: () => String(randomInt(1e9, 1e10)),
  };
}
