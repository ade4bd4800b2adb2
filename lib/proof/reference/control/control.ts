/** The control interface, for what the interface leaves to people and to time: a separate listener, protected by a token. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Hono } from 'hono';
import { Body, isObject } from '../engine/body.ts';
import { fieldProblem } from '../engine/fields.ts';
import { Refusal } from '../engine/refusal.ts';
import type { FieldRule } from '../rules/requests.ts';
import type { Service } from '../rules/rulebook.ts';
import { createApp, type Env, readRaw, type Web } from '../wire/listener.ts';
import { type AddMerchant, type Asked, type Route, routes } from './routes.ts';

/** `documents`: contents by file name, served without a token. */
export function createControl(
  service: Service,
  { token, documents = new Map() }: { token: string; documents?: ReadonlyMap<string, string> },
  addMerchant: AddMerchant,
): Hono<Env> {
  const app = createApp();
  for (const [name, document] of documents)
    app.get(`/${name}`, () => new Response(document, { headers: { 'content-type': 'application/yaml' } }));
  app.use(async (web, next) => {
    if (!sameText(web.req.header('authorization') ?? '', `Bearer ${token}`))
      throw new Refusal({ status: 401, code: 'unauthorized' }, 'send the control token as Authorization: Bearer');
    await next();
  });
  const { endpoints: without, status } = service.rules.decisions.controlWithout;
  const here = routes.filter(({ method, path }) => !without.includes(`${method} ${path}`));
  const supports = here.map(({ method, path }) => `${method} ${path}`);
  if (!without.includes('GET /')) app.get('/', (web) => web.json({ supports }));
  for (const route of here)
    app.on(route.method, route.path.replace(/\{(\w+)\}/g, ':$1'), (web) => handle(service, addMerchant, route, web));
  app.all('*', ({ req }) => {
    throw new Refusal({ status, code: 'not_found' }, `there is no ${req.method} ${req.path}`);
  });
  return app;
}

async function handle(service: Service, addMerchant: AddMerchant, route: Route, web: Web): Promise<Response> {
  const body = parse(await readRaw(web.env.incoming, LARGEST_BODY_BYTES, service.rules.decisions));
  const problem = fieldProblem(route.takes ?? NO_FIELDS, body, 'sandbox') ?? route.problem?.(body);
  if (problem) throw new Refusal({ status: 400, code: 'invalid_request' }, problem);
  const asked: Asked = { service, addMerchant, body, params: web.req.param() };
  const answer = await route.does(asked);
  if (service.rules.decisions.controlTells === 'what it must' && !route.tells)
    return new Response(null, { status: 204 });
  return new Response(JSON.stringify(answer ?? {}), {
    status: route.status,
    headers: { 'content-type': 'application/json' },
  });
}

/** Unlike merchants' requests, control requests are read as JSON whatever their Content-Type. */
function parse(raw: Buffer): Body {
  if (raw.length === 0) return new Body({});
  try {
    const value: unknown = JSON.parse(raw.toString('utf8'));
    if (isObject(value)) return new Body(value);
  } catch {}
  throw new Refusal({ status: 400, code: 'invalid_request' }, 'the body must be a JSON object');
}

function sameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

const LARGEST_BODY_BYTES = 1_048_576;
const NO_FIELDS: readonly FieldRule[] = [];
