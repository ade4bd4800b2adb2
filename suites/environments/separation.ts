import {
  Blocked,
  type CallOptions,
  check,
  checks,
  type Endpoint,
  endpointTable,
  expect,
  expectUntouched,
  type Merchant,
  shared,
  summary,
} from '../../lib/interface/index.ts';
import { checkoutBody, liveAtSandbox, sandboxAtLive } from './support.ts';

/** Endpoints that live need not have: there a refusal may say that there is no such thing, before it says whose key it is. */
const isSandboxOnly = ({ name }: Endpoint) => name.startsWith('POST /v1/sandbox/');

/** The merchant ids that keys of the other environment come with. */
const whose = ['with its own merchant id', 'with a merchant id of the environment that is asked'];

/** Call options with this merchant's id. */
async function idOf(merchant: Merchant): Promise<CallOptions> {
  return { credentials: { merchantId: (await merchant.present()).merchantId } };
}

/**
 * What each endpoint answered to the other environment's keys, with the merchant id that is theirs and with one of the environment that was
 * asked; to keys of its own with the other environment's merchant id; and what the sandbox merchant saw afterwards.
 */
const tried = endpointTable
  .toSorted((a, b) => Number(b.acts) - Number(a.acts))
  .map((endpoint) => ({
    ...endpoint,
    with: shared(`${endpoint.name} with keys of the other environment`, ['live'], (context) =>
      endpoint.on(context, async (call) => {
        const [sandboxId, liveId] = [await idOf(context.merchant), await idOf(context.live)];
        const [there, here] = [liveAtSandbox(context), sandboxAtLive(context)];
        const liveKey = [await call.send({}, there), await call.send(sandboxId, there)];
        const sandboxKey = [await call.send({}, here), await call.send(liveId, here)];
        const foreignId = [await call.send(liveId), await call.send(sandboxId, context.live.api)];
        return { call, liveKey, sandboxKey, foreignId, seen: endpoint.acts ? await call.look() : null };
      }),
    ),
  }));

checks(
  'environment.live-key-in-sandbox',
  tried,
  ({ name }) => `${name} refuses a live key at the sandbox address`,
  async (context, endpoint) => {
    for (const [at, answer] of (await endpoint.with(context)).liveKey.entries()) {
      expect(answer, whose[at]).toBeRefusedWith(403, 'wrong_environment');
      expect(answer, whose[at]).toHaveErrorShape();
    }
  },
  ({ needs }) => ({ needs, drawn: 1 }),
);

checks(
  'environment.sandbox-key-in-live',
  tried,
  ({ name }) => `${name} refuses a sandbox key at the live address`,
  async (context, endpoint) => {
    for (const [at, answer] of (await endpoint.with(context)).sandboxKey.entries()) {
      if (isSandboxOnly(endpoint)) expect(answer, whose[at]).toBeRefused();
      else expect(answer, whose[at]).toBeRefusedWith(403, 'wrong_environment');
      expect(answer, whose[at]).toHaveErrorShape();
    }
  },
  ({ needs }) => ({ needs, drawn: 1 }),
);

// Whose merchant id it is has to be asked of each environment; what it is refused with is not shown.
checks(
  'auth.unknown-merchant-refused',
  tried,
  ({ name }) => `${name} refuses a key of its own environment with a merchant id of the other one`,
  async (context, endpoint) => {
    for (const answer of (await endpoint.with(context)).foreignId) {
      expect(answer).toBeRefused();
      expect(answer).toHaveErrorShape();
    }
  },
  ({ needs }) => ({ needs: [...needs, 'live'], drawn: 1 }),
);

checks(
  'environment.wrong-key-has-no-effect',
  tried.filter(({ acts }) => acts),
  ({ name }) => `${name} with the keys of the other environment does nothing to what the sandbox has`,
  async (context, endpoint) => {
    const { call, seen, ...answers } = await endpoint.with(context);
    const accepted = Object.values(answers)
      .flat()
      .find(({ status }) => status < 400);
    if (accepted) throw new Blocked(`the request should have been refused; got ${summary(accepted)}`);

    if (seen !== null) expectUntouched(call, seen);
  },
  ({ needs }) => ({ needs, drawn: 1 }),
);

check(
  'environment.wrong-key-has-no-effect',
  'nothing of it exists in live either',
  async ({ merchant, live, run, data }) => {
    const [one, other] = [data.reference('chk'), data.reference('chk')];
    await liveAtSandbox({ live, run }).createCheckout(checkoutBody(one));
    await sandboxAtLive({ merchant, run }).createCheckout(checkoutBody(other));

    expect(await live.api.getCheckout(one)).toHaveStatus(404);
    expect(await live.api.getCheckout(other)).toHaveStatus(404);
    // A reference that a refused request had used up would be a duplicate.
    expect(await live.createCheckout({ reference: one })).toHaveStatus(201);
  },
);

check('environment.data-is-separate', 'a sandbox checkout is unknown in live', async ({ merchant, live }) => {
  const checkout = await merchant.checkout();

  expect(await live.get(checkout)).toHaveStatus(404);
});

check('environment.data-is-separate', 'a live checkout is unknown in sandbox', async ({ merchant, live }) => {
  const checkout = await live.checkout();

  expect(await merchant.get(checkout)).toHaveStatus(404);
});

check('environment.data-is-separate', 'a reference of one is free in the other', async ({ merchant, live }) => {
  const { reference } = await merchant.checkout();

  expect(await live.createCheckout({ reference })).toHaveStatus(201);
});
