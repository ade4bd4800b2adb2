import { Blocked, check, checks, type Exchange, expect, shared } from '../../lib/interface/index.ts';
import { beyondTheHolder, saidOf } from './support.ts';

// A wallet is identified by its whole id: one that has nearly the id of a wallet that exists does not exist. And whoever has asked for many
// that do not exist is still told whether one does: nothing limits how often that may be asked, other than the rate limit.

const changedAt = (id: string, at: number) => `${id.slice(0, at)}${(Number(id[at]) + 1) % 10}${id.slice(at + 1)}`;
const places = [10, 1, 9, 5, 2, 8, 3, 7, 4, 6];

/** The ids beside that of a wallet; those of the first rows are asked for first. */
const beside: readonly { readonly what: string; of(id: string): string }[] = [
  ...places.map((place) => ({
    what: `with another digit at place ${place}`,
    of: (id: string) => changedAt(id, place - 1),
  })),
  { what: 'with two digits changed round', of: (id) => swapped(id) },
  { what: 'with its digits in reverse', of: (id) => [...id].toReversed().join('') },
  {
    what: 'whose number is the same in 32 bits',
    of: (id) => String((Number(id) + 2 ** 32) % 10 ** 10).padStart(10, '0'),
  },
];

/** The last two digits that differ from each other and stand side by side, the other way round. */
function swapped(id: string): string {
  const at = [...id].findLastIndex((digit, place) => place > 0 && digit !== id[place - 1]);
  return at < 1 ? id : `${id.slice(0, at - 1)}${id[at]}${id[at - 1]}${id.slice(at + 1)}`;
}

const asked = shared('accounts of wallets beside one that exists', ['live', 'wallets'], async ({ live, wallets }) => {
  const make = () => wallets.make({ environment: 'live' });
  const [one, another] = [await make(), await make()];
  const known = [await live.api.getAccount(one.walletId), await live.api.getAccount(another.walletId)] as const;
  const exist = [one.walletId, another.walletId];
  const answers = new Map<string, { walletId: string; answer: Exchange }>();
  for (const { what, of } of beside) {
    const walletId = of(one.walletId);
    if (!exist.includes(walletId)) answers.set(what, { walletId, answer: await live.api.getAccount(walletId) });
  }
  return { one, known, answers, afterwards: await live.api.getAccount(one.walletId) };
});

checks(
  'account.unknown-is-not-found',
  beside,
  ({ what }) => `one ${what} than one that exists is not answered as those are that exist`,
  async (context, { what }) => {
    const { known, answers } = await asked(context);
    const seen = answers.get(what);
    if (seen === undefined) throw new Blocked('the id is that of a wallet that exists');
    if (known[0].status !== known[1].status) throw new Blocked('two wallets that exist are answered differently');

    expect(beyondTheHolder(seen.answer, known[0], known[1]), 'what tells it from wallets that exist').not.toBeEmpty();
  },
  { needs: ['live', 'wallets'], drawn: 1 },
);

check(
  'account.tells-existence',
  'the last of many that nobody made, and one that exists, asked for again after all of them',
  async (context) => {
    const { one, answers, afterwards } = await asked(context);
    const last = [...answers.values()].at(-1);
    if (last === undefined) throw new Blocked('suite fault: nothing was asked for');

    expect(saidOf(last.answer, last.walletId)).not.toBe(saidOf(afterwards, one.walletId));
  },
);
