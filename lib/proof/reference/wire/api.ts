/** The interface over HTTP: routes from the endpoint table; each request passes through the rulebook's steps. */
import type { Hono } from 'hono';
import { Body } from '../engine/body.ts';
import { Refusal } from '../engine/refusal.ts';
import type { Environment } from '../rules/records.ts';
import type { Reply } from '../rules/requests.ts';
import type { Case, Endpoint, Service } from '../rules/rulebook.ts';
import { createApp, type Env, readRaw, type Web } from './listener.ts';

export function createApi(service: Service, environment: Environment): Hono<Env> {
  const { rules } = service;
  const app = createApp(rules.decisions.paths === 'exact' ? undefined : inOneCase);
  const here = rules.endpoints.filter(({ only }) => only === undefined || only === environment.name);
  for (const endpoint of here)
    app.on(endpoint.method, endpoint.path, (web) => handle(service, environment, endpoint, web));
  for (const path of new Set(here.map((endpoint) => endpoint.path))) {
    const allowed = here.filter((endpoint) => endpoint.path === path).map(({ method }) => method);
    app.all(path, ({ req }) => {
      throw new Refusal(rules.decisions.wrongMethod, `${req.method} is not possible here`, {
        allow: allowed.join(', '),
      });
    });
  }
  app.notFound(({ req }) => {
    throw new Refusal(rules.decisions.unknownRoute, `there is no ${req.method} ${req.path}`);
  });
  return app;
}

async function handle(service: Service, environment: Environment, endpoint: Endpoint, web: Web): Promise<Response> {
  const { rules } = service;
  const { incoming } = web.env;
  const header = (name: string) => {
    const value = incoming.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };
  const raw = await readRaw(incoming, rules.decisions.largestBodyBytes, rules.decisions);
  const asked: Case = {
    service,
    environment,
    merchant: rules.functions.authenticate(service, environment, header),
    endpoint,
    path: web.req.path,
    params: web.req.param(),
    header,
    raw,
    body: new Body({}),
    record: undefined,
    payment: undefined,
  };
  const take = (index: number): Reply | Promise<Reply> => {
    const step = rules.steps[index];
    if (!step) throw new Error('no step answered');
    return step(asked, () => take(index + 1));
  };
  const { text, status, headers } = await take(0);
  return new Response(text, { status, headers: { 'content-type': 'application/json', ...headers } });
}

/** The path without a slash at its end, its fixed parts in lower case. */
function inOneCase(path: string): string {
  return path
    .replace(/(?<=.)\/+$/, '')
    .replace(/^\/v1(?:\/sandbox)?\/[^/]*/i, (fixed) => fixed.toLowerCase())
    .replace(/(?<=^\/v1(?:\/[^/]+){2,3}\/)[a-z]+$/i, (fixed) => fixed.toLowerCase());
}
