import {
  Blocked,
  check,
  checks,
  type Endpoint,
  expect,
  expectUntouched,
  shared,
  summary,
} from '../../lib/interface/index.ts';
import { expectSame } from '../support/attempts.ts';
import { tried } from './pairings.ts';
import { checkoutBody, liveAtSandbox, sandboxAtLive } from './support.ts';

/** Endpoints that live need not have: there the refusal may be that of an unknown path, before the key is checked. */
const isSandboxOnly = ({ name }: Endpoint) => name.startsWith('POST /v1/sandbox/');

/** The merchant ids that are sent with keys of the other environment. */
const whose = ['with its own merchant id', 'with a merchant id of the environment that is asked'];

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
  async ({ merchant, live, baseUrls, data }) => {
    const [one, other] = [data.reference('chk'), data.reference('chk')];
    await liveAtSandbox({ live, baseUrls }).createCheckout(checkoutBody(one));
    await sandboxAtLive({ merchant, baseUrls }).createCheckout(checkoutBody(other));

    expect(await live.api.getCheckout(one)).toHaveStatus(404);
    expect(await live.api.getCheckout(other)).toHaveStatus(404);
    // If a refused request had used the reference, this would be a duplicate.
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

const heldInLive = shared(
  'a wallet id of both environments, whose live wallet sells by an escrow',
  ['live', 'wallets', 'escrow-buyer'],
  async ({ merchant, live, wallets, buyer, time }) => {
    const wallet = await wallets.make({ balanceMinor: 8_642 });
    await wallets.approvedLink(merchant, wallet);
    await wallets.make({ walletId: wallet.walletId, environment: 'live' });
    const look = () => merchant.api.getWalletBalance(wallet.walletId);
    const before = await look();
    const escrow = await live.escrow({ amount: 60_011, seller: { walletId: wallet.walletId } });
    await buyer.funds(live, escrow);
    const funded = await look();
    await live.api.releaseEscrow(escrow.reference);
    await time.wait(600, 'money arrives in the live wallet');
    return { before, funded, released: await look() };
  },
);

checks(
  'environment.data-is-separate',
  ['funded', 'released'] as const,
  (state) => `the balance of a sandbox wallet is as it was when an escrow for the live wallet of its id is ${state}`,
  async (context, state) => {
    const seen = await heldInLive(context);

    expectSame(seen[state], seen.before, ['availableMinor', 'heldMinor', 'currency']);
  },
  { needs: ['live', 'wallets', 'escrow-buyer'], waits: '15m' },
);
