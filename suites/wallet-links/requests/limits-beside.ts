import {
  type Capability,
  type CheckContext,
  checks,
  type Exchange,
  expect,
  type Link,
  NotExercised,
  shared,
} from '../../../lib/interface/index.ts';
import { asOften, refusedOf } from '../support.ts';

// "At most 5 requests per wallet per hour": whatever else happens to the wallet between them and the sixth, no request is forgotten for it.

/** In minutes. Of two rounds that are a quarter of an hour apart, both this short, the end of a clock hour can explain what one accepts. */
const [APART, LONGEST] = [15, 20];

interface Stage {
  readonly what: string;
  act(context: CheckContext, link: Link): Promise<unknown>;
}

const sells = ({ buyer, merchant }: CheckContext, { wallet: { walletId } }: Link) =>
  buyer.funded(merchant, { seller: { walletId } });

/** What happens in turn, and after each of it one more request. */
const tables: readonly { readonly needs: readonly Capability[]; readonly stages: readonly Stage[] }[] = [
  {
    needs: [],
    stages: [
      {
        what: 'its balance and its account were read',
        async act({ merchant }, { wallet: { walletId } }) {
          await merchant.api.getWalletBalance(walletId);
          await merchant.api.getAccount(walletId);
        },
      },
      {
        what: 'an escrow for it was made and cancelled',
        async act({ merchant }, { wallet: { walletId } }) {
          await merchant.api.cancelEscrow((await merchant.escrow({ seller: { walletId } })).reference);
        },
      },
    ],
  },
  {
    needs: ['escrow-buyer'],
    stages: [
      {
        what: 'an escrow for it was paid, and released',
        act: async (context, link) => context.merchant.api.releaseEscrow((await sells(context, link)).reference),
      },
      {
        what: 'an escrow for it was paid, and refunded',
        act: async (context, link) => context.merchant.api.refundEscrow((await sells(context, link)).reference, {}),
      },
    ],
  },
];

/** The answers to one more request after each of these stages, of a new wallet that was asked about five times. */
async function round(context: CheckContext, stages: readonly Stage[]): Promise<Exchange[]> {
  const { merchant, wallets, time } = context;
  const since = time.now();
  const wallet = await wallets.make();
  for (const _request of asOften.slice(1)) await wallets.link(merchant, wallet);
  const last = await wallets.approvedLink(merchant, wallet);
  const answers: Exchange[] = [];
  for (const { act } of stages) {
    await act(context, last);
    answers.push(await wallets.createLink(merchant, wallet));
  }
  if (time.now() - since > LONGEST * 60_000) throw new NotExercised(`all of it took more than ${LONGEST} minutes`);
  return answers;
}

const rows = tables.flatMap(({ needs, stages }) => {
  const words = `a used-up wallet: ${stages.map(({ what }) => what).join('; ')}`;
  const rounds = shared(words, ['wallets', ...needs], async (context) => {
    const first = await round(context, stages);
    if (first.every(({ status }) => status >= 400)) return [first];
    await context.time.wait(APART * 60, 'another wallet is asked about');
    return [first, await round(context, stages)];
  });
  return stages.map(({ what }, at) => ({ what, at, needs, rounds }));
});

checks(
  'wallet-link.sixth-refused',
  rows,
  ({ what }) => `also when ${what} since`,
  async (context, { at, rounds }) => {
    const answers = (await rounds(context)).flatMap((answers) => answers.slice(at, at + 1));

    expect(refusedOf(answers), `requests that were refused, of ${answers.length}`).not.toBeEmpty();
  },
  ({ needs }) => ({ needs: ['wallets', ...needs], drawn: 1 }),
);
