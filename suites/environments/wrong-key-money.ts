import {
  type Body,
  type Capability,
  type CheckContext,
  checks,
  type Exchange,
  expect,
  movingLiveMoney,
} from '../../lib/interface/index.ts';
import { refused } from '../support/requests/refusals.ts';
import { liveAtSandbox, sandboxAtLive, withBalance } from './support.ts';

// What a request refused for its environment asked for is not kept back in the key's own one: all of it can be had there afterwards.

interface Row {
  readonly what: string;
  readonly needs: readonly Capability[];
  /** Sends it twice to the other environment, where it is refused, and then to its own. */
  ask(context: CheckContext): Promise<Exchange>;
}

type Api = ReturnType<typeof liveAtSandbox>;

async function refusedTwice(send: (api: Api, body: Body) => Promise<Exchange>, api: Api, bodyOf: () => Body) {
  for (let turn = 0; turn < 2; turn++) refused(await send(api, bodyOf()));
}

const rows: readonly Row[] = [
  {
    what: 'a sandbox refund of all that was paid',
    needs: ['buyer'],
    async ask(context) {
      const { merchant, buyer, data } = context;
      const { reference: paymentReference } = await buyer.paid(merchant, { amount: 5_003 });
      const body = () => ({ reference: data.reference('rfd'), paymentReference, amount: 5_003 });
      await refusedTwice((api, refund) => api.createRefund(refund), sandboxAtLive(context), body);
      return await merchant.createRefund(body());
    },
  },
  {
    what: 'a live refund of all that was paid',
    needs: ['live-buyer'],
    async ask(context) {
      const { live, buyer, data } = context;
      return await movingLiveMoney(context, async () => {
        const { reference: paymentReference } = await buyer.paid(live, { amount: 5_003 });
        const body = () => ({ reference: data.reference('rfd'), paymentReference, amount: 5_003 });
        await refusedTwice((api, refund) => api.createRefund(refund), liveAtSandbox(context), body);
        return await live.createRefund(body());
      });
    },
  },
  {
    what: 'a live payout of all that is available',
    needs: ['live-buyer'],
    async ask(context) {
      const { live, data } = context;
      const answers: Exchange[] = [];
      await withBalance(context, [50_003], async (_payment, available) => {
        // The balance of a standing merchant may exceed the maximum of a payout.
        const amount = Math.min(available, 2_000_000_000);
        const recipient = {
          bankName: await live.bankName(),
          accountNumber: '0123456789',
          accountName: 'Ada Obi',
        };
        const body = () => ({ reference: data.reference('pay'), amount, currency: 'NGN', recipient });
        await refusedTwice((api, payout) => api.createPayout(payout), liveAtSandbox(context), body);
        answers.push(await live.createPayout({ amount }));
      });
      const [answer] = answers;
      if (answer === undefined) throw new Error('suite fault: nothing was sent');
      return answer;
    },
  },
];

checks(
  'environment.wrong-key-has-no-effect',
  rows,
  ({ what }) => `${what} is accepted after it was refused at the other environment's address`,
  async (context, { ask }) => {
    expect(await ask(context)).toHaveStatus(201);
  },
  ({ needs }) => ({ needs, drawn: 1 }),
);
