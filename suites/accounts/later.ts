import { checks, expect, of, shared } from '../../lib/interface/index.ts';
import { LATER, later, looksLater } from '../support/often/looks-later.ts';
import { maskedForms, wordsInFull } from './names.ts';

// The account check of an existing wallet is answered at any time, and masks the name of its holder each time.

const HOLDER = 'Quentin Vazquez';

const accounts = shared(
  'the account of a wallet from a day to a month later',
  ['wallets', 'clock'],
  async (context) => {
    const { walletId } = await context.wallets.make({ holderName: HOLDER });
    return await looksLater(context, 'the account', () => context.merchant.api.getAccount(walletId));
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
    const answer = (await accounts(context))(days);
    expect(answer).toHaveStatus(200);
    expect(of(answer)).toBeA('object');
    if (id === 'account.known-wallet') return;
    expect(wordsInFull(of(answer), HOLDER), `names in full in ${answer.text}`).not.toEqual(HOLDER.split(' '));
    expect(maskedForms(of(answer), HOLDER), `names in masked form in ${answer.text}`).not.toBeEmpty();
  },
  { needs: ['wallets', 'clock'], waits: LATER },
);
