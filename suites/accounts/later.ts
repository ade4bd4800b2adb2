import { Blocked, checks, type Exchange, expect, of, shared } from '../../lib/interface/index.ts';
import { maskedForms, wordsInFull } from './names.ts';

// A wallet that exists is told of whenever it is asked for, and its holder's name is masked then too.

const HOLDER = 'Quentin Vazquez';

/** How long after it was made, in days, the wallet is asked for again. */
const later = [
  { days: 1, words: 'a day' },
  { days: 7, words: 'a week' },
  { days: 30, words: 'a month' },
];

const accounts = shared(
  'the account of a wallet from a day to a month later',
  ['wallets', 'clock'],
  async (context) => {
    const { merchant, wallets, time } = context;
    const { walletId } = await wallets.make({ holderName: HOLDER });
    await merchant.api.getAccount(walletId);
    const answers = new Map<number, Exchange>();
    let passed = 0;
    for (const { days } of later) {
      await time.wait((days - passed) * 86_400 + 60, 'the account is looked at again');
      passed = days;
      answers.set(days, await merchant.api.getAccount(walletId));
    }
    return answers;
  },
);

checks(
  ({ id }) => id,
  later.flatMap((row) =>
    (['account.known-wallet', 'account.holder-name-masked'] as const).map((id) => ({ ...row, id })),
  ),
  ({ words, id }) =>
    `${words} after a wallet was made ${id === 'account.known-wallet' ? 'it is answered' : 'the name is masked'}`,
  async (context, { days, id }) => {
    const answer = (await accounts(context)).get(days);
    if (answer === undefined) throw new Blocked('suite fault: the account was not looked at then');
    expect(answer).toHaveStatus(200);
    expect(of(answer)).toBeA('object');
    if (id === 'account.known-wallet') return;
    expect(wordsInFull(of(answer), HOLDER), `names in full in ${answer.text}`).not.toEqual(HOLDER.split(' '));
    expect(maskedForms(of(answer), HOLDER), `names in masked form in ${answer.text}`).not.toBeEmpty();
  },
  { needs: ['wallets', 'clock'], waits: '721h' },
);
