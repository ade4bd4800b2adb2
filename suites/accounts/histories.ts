import { checks, expect, of, shared, wordsOf } from '../../lib/interface/index.ts';
import { maskedForms, wordsInFull } from './names.ts';
import { HOLDER, histories } from './relations.ts';

// The account check answers and "returns a masked holder name": to every merchant, whatever its relation to the wallet.

const rows = histories.map(({ what, needs = [], waits, lead }) => ({
  what,
  options: { needs, ...(waits !== undefined && { waits }) },
  asked: shared(`the account of a wallet for a merchant that ${what}`, ['wallets', ...needs], async (context) => {
    const wallet = await context.wallets.make({ holderName: HOLDER });
    await lead(context, wallet);
    return await context.merchant.api.getAccount(wallet.walletId);
  }),
}));

// It "tells whether a wallet exists": nothing that happened between a merchant and an owner makes a wallet one that does not.
checks(
  'account.known-wallet',
  rows,
  ({ what }) => `a merchant that ${what} is told that it exists`,
  async (context, { asked }) => {
    const answer = await asked(context);

    expect(answer).toHaveStatus(200);
    expect(of(answer)).toBeA('object');
  },
  ({ options }) => options,
);

checks(
  'account.holder-name-masked',
  rows,
  ({ what }) => `to a merchant that ${what} the name is masked`,
  async (context, { asked }) => {
    const answer = await asked(context);

    expect(answer).toHaveStatus(200);
    expect(wordsInFull(of(answer), HOLDER), `names in full in ${answer.text}`).not.toEqual(wordsOf(HOLDER));
    expect(maskedForms(of(answer), HOLDER), `names in masked form in ${answer.text}`).not.toBeEmpty();
  },
  ({ options }) => options,
);
