import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CheckResult } from './checks/check-result.ts';
import { define, takeDefinitions } from './checks/define.ts';
import { aDefinition } from './checks/definition.support.ts';
import { runCheck } from './checks/run-check.ts';
import { recorder } from './checks/step-log.ts';
import type { Client } from './http/index.ts';
import { directly } from './http/network/route.ts';
import { expect as must } from './predicates/index.ts';
import { type Profile, Run } from './run/run.ts';
import type { Target } from './run/target.ts';
import type { Delivery } from './webhooks/types.ts';

/** A complete second interface: PUT stores a thing, GET reads it, and a webhook about it is sent to the address in `x-hook`. */
interface Toy {
  readonly api: Client;
  readonly hook: string;
  /** Unique to this run: webhooks are recognised as this run's by this name. */
  readonly name: string;
  /** The first webhook about a thing. */
  told(name: string): Promise<Delivery>;
}

const toy: Profile<Toy> = {
  probePath: '/things/none',
  openControl: () => null,
  secrets: () => [],
  async giveTo(run, activity, { evidence, signal }) {
    const access = await run.merchant('sandbox');
    return {
      name: run.unique('thing'),
      api: run.client(access, activity, {
        record: (exchange) => recorder(evidence).exchange(exchange, access.merchantId),
      }),
      hook: run.capture.url.replace(/\/+$/, '') + access.hookPath,
      told: (name) => activity.idle(run.capture.next({ path: access.hookPath, reference: name }, signal, { after: 0 })),
    };
  },
};

const things = new Map<string, string>();
/** Whether the toy server sends its webhooks. */
let sends = true;
const server = createServer(async (request, response) => {
  const name = String(request.url).slice('/things/'.length);
  if (request.method === 'GET') {
    response.writeHead(things.has(name) ? 200 : 404, { 'content-type': 'application/json' });
    return void response.end(JSON.stringify({ name, colour: things.get(name) ?? null }));
  }
  const { colour } = JSON.parse(Buffer.concat(await request.toArray()).toString()) as { colour: string };
  things.set(name, colour);
  response.writeHead(201).end();
  const body = JSON.stringify({ id: `evt-${name}`, event: 'thing.put', reference: name });
  // The receiver may already be closed when a test looked only at the record.
  if (sends) await fetch(String(request.headers['x-hook']), { method: 'POST', body }).catch(() => {});
});
let baseUrl = '';

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

async function certified(colour: string, about: 'record' | 'event'): Promise<CheckResult> {
  const check = async ({ api, hook, name, told }: Toy) => {
    await api.request({
      method: 'POST',
      path: `/things/${name}`,
      body: { colour: 'red' },
      headers: { 'x-hook': hook },
    });
    const got = await api.request({ method: 'GET', path: `/things/${name}` });
    if (about === 'record') must(got).toHaveField('colour', colour);
    else must(JSON.parse((await told(name)).body.toString()).event).toBe('thing.put');
  };
  define(aDefinition('a thing', { id: `thing.${about}`, requests: 2, check: (context) => check(context as Toy) }));
  const [definition] = takeDefinitions();
  if (definition === undefined) throw new Error('nothing was defined');
  const merchant = { apiKey: 'key', merchantId: 'someone', webhookSecret: null };
  const target: Target = {
    baseUrl,
    liveBaseUrl: null,
    merchant,
    other: null,
    live: null,
    control: null,
    clock: false,
    ownMerchants: { sandbox: false, live: false },
    capture: { host: '127.0.0.1', port: 0, publicUrl: null },
    rateLimit: 600,
    mayExceedRate: false,
    maxWait: 1,
    pages: { browserPath: null, hosts: [] },
    network: directly,
    keepAlive: true,
    embedded: true,
    missing: {},
  };
  const run = await Run.open({ target, selected: [], depth: 'all', seed: 1, startedAt: Date.now(), channel: '' }, toy);
  try {
    return await runCheck(run, definition, 0, 'suites/things/put.ts', AbortSignal.timeout(5_000));
  } finally {
    await run.close();
  }
}

describe('another interface, of two endpoints and an event', () => {
  test('passes where it does as it says', async () => {
    expect(await certified('red', 'record')).toMatchObject({ outcome: 'passed', id: 'thing.record' });
    expect(await certified('red', 'event')).toMatchObject({ outcome: 'passed' });
  });

  test('fails where it does not, with what came', async () => {
    const { outcome, reason } = await certified('blue', 'record');
    expect(outcome).toBe('failed');
    expect(reason).toContain('expected colour to be "blue", got "red"');
  });

  test('is not passed by an event that never comes', async () => {
    sends = false;
    expect((await certified('red', 'event')).outcome).not.toBe('passed');
  });
});
