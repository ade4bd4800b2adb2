import { expect, requirement } from '../../lib/harness/index.ts';
import { checkoutBody, liveAtSandbox, refused, sandboxAtLive } from './support.ts';

requirement(
  'environment.live-key-in-sandbox',
  'a GET with a live key is refused at the sandbox address',
  async ({ live, run }) => {
    expect(await liveAtSandbox({ live, run }).getBalance()).toBeRefusedWith(403, 'wrong_environment');
  },
);

requirement(
  'environment.live-key-in-sandbox',
  'a POST with a live key is refused at the sandbox address',
  async ({ live, run, fresh }) => {
    const answer = await liveAtSandbox({ live, run }).createCheckout(checkoutBody(fresh.reference('chk')));

    expect(answer).toBeRefusedWith(403, 'wrong_environment');
  },
);

requirement(
  'environment.sandbox-key-in-live',
  'a GET with a sandbox key is refused at the live address',
  async ({ merchant, run }) => {
    expect(await sandboxAtLive({ merchant, run }).getBalance()).toBeRefusedWith(403, 'wrong_environment');
  },
);

requirement(
  'environment.sandbox-key-in-live',
  'a POST with a sandbox key is refused at the live address',
  async ({ merchant, run, fresh }) => {
    const answer = await sandboxAtLive({ merchant, run }).createCheckout(checkoutBody(fresh.reference('chk')));

    expect(answer).toBeRefusedWith(403, 'wrong_environment');
  },
);

requirement(
  'environment.wrong-key-has-no-effect',
  'what a live key asks of the sandbox exists in neither',
  async ({ merchant, live, run, fresh }) => {
    const reference = fresh.reference('chk');
    refused(await liveAtSandbox({ live, run }).createCheckout(checkoutBody(reference)));

    expect(await live.api.getCheckout(reference)).toHaveStatus(404);
    expect(await merchant.api.getCheckout(reference)).toHaveStatus(404);
  },
);

requirement(
  'environment.wrong-key-has-no-effect',
  'what a sandbox key asks of live exists in neither',
  async ({ merchant, live, run, fresh }) => {
    const reference = fresh.reference('chk');
    refused(await sandboxAtLive({ merchant, run }).createCheckout(checkoutBody(reference)));

    expect(await merchant.api.getCheckout(reference)).toHaveStatus(404);
    expect(await live.api.getCheckout(reference)).toHaveStatus(404);
  },
);

requirement('environment.data-is-separate', 'a sandbox checkout is unknown in live', async ({ merchant, live }) => {
  const checkout = await merchant.checkout();

  expect(await live.get(checkout)).toHaveStatus(404);
});

requirement('environment.data-is-separate', 'a live checkout is unknown in sandbox', async ({ merchant, live }) => {
  const checkout = await live.checkout();

  expect(await merchant.get(checkout)).toHaveStatus(404);
});
