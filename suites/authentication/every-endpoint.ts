import {
  Blocked,
  type CallOptions,
  type CheckContext,
  check,
  checks,
  type Endpoint,
  endpointTable,
  expect,
  expectUntouched,
  header,
  part,
  shared,
  summary,
} from '../../lib/interface/index.ts';
import { tried as paired } from '../environments/pairings.ts';
import { classicWays, optionsOf, type Way, ways } from './ways.ts';

// The requested objects exist, and the bodies are valid: an endpoint that does not check one of the credentials would succeed.

/** The answers of each endpoint to wrong credentials, and what the merchant sees afterwards. */
const tried = endpointTable.map((endpoint) => ({
  ...endpoint,
  with: shared(`${endpoint.name} with wrong credentials`, ['other-merchant'], (context) =>
    endpoint.on(context, async (call) => {
      const answers = [];
      const idempotencyKey = context.data.reference('key');
      // A response that the merchant has just received must not be served from a cache to other credentials.
      if (!endpoint.acts) await call.send();
      for (const way of drawn(context, endpoint)) {
        const options = await optionsOf(way, context);
        // A request with the merchant's own key may already have used the idempotency key.
        const own = provesNothing(options) && endpoint.name.startsWith('POST') ? { idempotencyKey } : {};
        answers.push({ way, answer: await call.send({ ...options, ...own }) });
      }
      const seen = endpoint.acts ? await call.look() : null;
      const again = endpoint.name.startsWith('POST') ? await call.send({ idempotencyKey }) : null;
      // A stored response belongs to its merchant: the service does not replay it for wrong credentials.
      const replays = [];
      for (const way of again === null ? [] : classicWays.slice(0, 6))
        replays.push({ way, answer: await call.send({ ...(await optionsOf(way, context)), idempotencyKey }) });
      return { answers, call, seen, again, replays };
    }),
  ),
}));

/** Endpoints that involve only the merchant. One check asks all of them, so that a run with few checks asks them too. */
const ofTheMerchantAlone = endpointTable.filter(({ needs }) => needs.length === 0);
const plainWays = (['auth.missing-key-refused', 'auth.unknown-merchant-refused'] as const).map((id) => {
  const way = classicWays.find((each) => each.id === id);
  if (way === undefined) throw new Error(`suite fault: no classic way is of ${id}`);
  return way;
});

check(
  'auth.every-endpoint-guarded',
  'each endpoint that needs no buyer and no wallet refuses a request without a key, and one with an unknown merchant id',
  async (context) => {
    for (const { name, acts, on } of ofTheMerchantAlone) {
      await on(context, async (call) => {
        if (!acts) await call.send();
        for (const way of plainWays) {
          const answer = await call.send(await optionsOf(way, context));
          expect(answer, `${name}, ${way.name}`).toBeRefused();
          expect(answer, `${name}, ${way.name}`).toHaveErrorShape();
          if (call.marker !== null) expect(part(answer, 'text'), `${name}: the refusal`).not.toContain(call.marker);
        }
      });
    }
  },
);

checks(
  'auth.every-endpoint-guarded',
  tried,
  ({ name }) => `${name} refuses whatever credentials are wrong`,
  async (context, endpoint) => {
    const { answers, call, replays } = await endpoint.with(context);
    for (const { way, answer } of [...answers, ...replays]) {
      expect(answer, way.name).toBeRefused();
      expect(answer, way.name).toHaveErrorShape();
      if (call.marker !== null) expect(part(answer, 'text'), `${way.name}: the refusal`).not.toContain(call.marker);
    }
  },
  ({ needs }) => ({ needs: [...needs, 'other-merchant'], drawn: 1.5 }),
);

const ids = [...new Set(classicWays.map(({ id }) => id))];

checks(
  ({ id }) => id,
  tried.flatMap((endpoint) => ids.map((id) => ({ id, ...endpoint }))),
  ({ name }) => `at ${name}`,
  async (context, row) => {
    for (const { way, answer } of (await row.with(context)).answers) {
      if (way.id !== row.id) continue;
      expect(answer, way.name).toBeRefused();
      expect(answer, way.name).toHaveErrorShape();
    }
  },
  ({ needs }) => ({ needs: [...needs, 'other-merchant'], drawn: 1 }),
);

checks(
  'auth.refused-has-no-effect',
  tried.filter(({ acts }) => acts),
  ({ name }) => `${name} with wrong credentials does nothing`,
  async (context, endpoint) => {
    const { answers, call, seen } = await endpoint.with(context);

    const accepted = answers.find(({ answer }) => answer.status < 400);
    if (accepted) throw new Blocked(`${accepted.way.name}: should have been refused; got ${summary(accepted.answer)}`);
    context.note(`sent with ${answers.map(({ way }) => way.name).join(', ')}`);
    if (seen !== null) expectUntouched(call, seen);
  },
  ({ needs }) => ({ needs: [...needs, 'other-merchant'], drawn: 1 }),
);

checks(
  'auth.refused-has-no-effect',
  tried.filter(({ name }) => name.startsWith('POST')),
  ({ name }) => `${name} with a wrong API key leaves its idempotency key free`,
  async (context, endpoint) => {
    const { answers, again } = await endpoint.with(context);
    const accepted = answers.find(({ answer }) => answer.status < 400);
    if (accepted || again === null) throw new Blocked('the requests should have been refused');

    expect(part(again, 'status'), `sent by the merchant itself: ${summary(again)}`).toBeLessThan(300);
    expect(header(again, 'idempotent-replayed')).not.toBe('true');
  },
  ({ needs }) => ({ needs: [...needs, 'other-merchant'], drawn: 1 }),
);

// The merchant id has to be checked in the key's environment; the status and code of the refusal are not shown.
checks(
  'auth.unknown-merchant-refused',
  paired,
  ({ name }) => `${name} refuses a key of its own environment with a merchant id of the other one`,
  async (context, endpoint) => {
    for (const answer of (await endpoint.with(context)).foreignId) {
      expect(answer).toBeRefused();
      expect(answer).toHaveErrorShape();
    }
  },
  ({ needs }) => ({ needs: [...needs, 'live'], drawn: 1 }),
);

/** Whether the API key is not the merchant's, so that the request cannot use an idempotency key of the merchant. */
function provesNothing({ credentials, headers }: CallOptions): boolean {
  return credentials?.apiKey !== undefined || headers?.Authorization !== undefined;
}

/** All ways, if the merchant was created for the run; otherwise the classic ways and one other, drawn by the seed. */
function drawn({ data, ownMerchants }: CheckContext, { name }: Endpoint): readonly Way[] {
  if (ownMerchants.sandbox || name.startsWith('DELETE')) return ways;
  return [...classicWays, ...data.faker.helpers.arrayElements(ways.slice(classicWays.length), 1)];
}
