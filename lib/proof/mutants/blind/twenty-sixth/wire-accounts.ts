/** Accounts and banks: what a linked merchant is told, and banks of several names. */
import { banks } from '../../../reference/rules/tables/banks.ts';
import { shows } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

export const found: readonly BlindMutant[] = [
  against(
    '`GET /v1/accounts/{walletId}` tells whether a wallet exists and returns a masked holder name.',
    mutant(
      'account.holder-name-masked',
      'blind26-account-names-the-holder-to-who-is-linked',
      'the owner has approved that the merchant is told the name: the account check of a wallet with an approved link of the merchant returns the registered name unmasked',
      shows('getAccount', (body, { asked }) => {
        const link = asked.service.rules.functions.linkOf(asked.merchant, asked.params.walletId ?? '');
        return link === undefined ? body : { ...body, walletName: link.holderName };
      }),
    ),
  ),
  against(
    '`GET /v1/banks` lists Nigerian banks and their codes.',
    mutant(
      'bank.codes-differ',
      'blind26-bank-listed-under-each-name',
      'the list is made from the table of names that payouts are matched to: a bank with several names is listed once for each of them, with the same code',
      shows('listBanks', () => ({
        banks: banks.flatMap(({ code, name, also }) => [name, ...also].map((each) => ({ code, name: each }))),
      })),
    ),
  ),
];
