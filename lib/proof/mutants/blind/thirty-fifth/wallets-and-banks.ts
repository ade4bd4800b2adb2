/** Wallets, the account check and the bank list: large amounts, and the other environment. */
import { shows } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

const LARGEST_IN_32_BITS = 2_147_483_647;
const COLUMN_CHARACTERS = 3;

export const found: readonly BlindMutant[] = [
  against(
    '`availableMinor` (integer), `heldMinor` (integer), `currency` (string)',
    mutant(
      'wallet.balance-when-approved',
      'blind35-long-integers-are-text',
      'the database hands over integers of more than 32 bits as text, and nobody turns them back: a wallet with more than 2,147,483,647 kobo has a string as availableMinor',
      shows('getWalletBalance', (body) =>
        Number(body.availableMinor) > LARGEST_IN_32_BITS
          ? { ...body, availableMinor: String(body.availableMinor) }
          : body,
      ),
    ),
  ),
  against(
    '`GET /v1/accounts/{walletId}` tells whether a wallet exists and returns a masked holder name.',
    mutant(
      'account.tells-existence',
      'blind35-live-check-knows-test-wallets',
      'the register of wallets that the account check asks holds those of both environments: in live a wallet is found that exists in sandbox alone, such as 0000000001',
      before('checkGuards', (asked, next) => {
        const { service, environment, params } = asked;
        const { sandbox } = service.environments;
        const walletId = params.walletId ?? '';
        if (isAt(asked, 'getAccount') && service.wallet(environment, walletId) === undefined)
          if (service.wallet(sandbox, walletId) !== undefined) asked.environment = sandbox;
        return next();
      }),
    ),
  ),
  against(
    'The response shape of the list: not shown, except that each bank has a `code`.',
    mutant(
      'bank.has-code',
      'blind35-live-list-has-codes-of-three-digits',
      'the list of live comes from the clearing house, in whose table a code has three digits: banks with longer codes, such as 50211 and 999992, have null there, and in sandbox their own',
      shows('listBanks', (body, { asked }) => {
        const banks = body.banks as { code: string; name: string }[];
        const fits = ({ code }: { code: string }) => code.length <= COLUMN_CHARACTERS;
        if (asked.environment.name === 'sandbox') return body;
        return { ...body, banks: banks.map((bank) => (fits(bank) ? bank : { ...bank, code: null })) };
      }),
    ),
  ),
];
