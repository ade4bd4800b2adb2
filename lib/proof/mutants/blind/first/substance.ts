/** Right in shape, wrong in substance. */

import { shows } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { givesBack } from '../ways-of-limits.ts';

export const found: readonly BlindMutant[] = [
  against(
    'Masked holder name on create',
    mutant(
      'wallet-link.names-masked',
      'blind-ascii-names-masked',
      'in the answer to a link request only words of ASCII letters are masked',
      shows('createWalletLink', (body, { asked, record }) => {
        const mask = asked.service.rules.functions.maskName;
        const name = record?.kind === 'walletLink' ? record.holderName : '';
        const words = name.split(' ').map((word) => (/^[A-Za-z]+$/.test(word) ? mask(word) : word));
        return { ...body, walletName: words.join(' ') };
      }),
    ),
  ),
  against(
    '`checkoutUrl` (string, hosted payment page address)',
    mutant(
      'checkout.url',
      'blind-page-of-a-like-checkout',
      'a checkout is answered with the page of a pending one of the same buyer and amount',
      shows('createCheckout', (body, { asked, record }) => {
        if (record?.kind !== 'checkout') return body;
        const like = [...asked.merchant.records.checkout.values()].find(
          ({ email, amount, status }) => status === 'pending' && email === record.email && amount === record.amount,
        );
        return { ...body, checkoutUrl: String(body.checkoutUrl).replace(record.id, like?.id ?? record.id) };
      }),
    ),
  ),
  against(
    'The banks list is described as giving a code to use as recipient.bankCode on payouts',
    mutant(
      'bank.codes-differ',
      'blind-two-banks-of-one-code',
      'two banks of similar name have one code',
      shows('listBanks', (body) => {
        const banks = body.banks as { code: string; name: string }[];
        const one = banks.find(({ name }) => name === 'Union Bank of Nigeria');
        return {
          ...body,
          banks: banks.map((bank) => (bank.name === 'Unity Bank' ? { ...bank, code: one?.code ?? bank.code } : bank)),
        };
      }),
    ),
  ),
  against(
    '| pending | settlement | failure | failed | `payout.failed` sent',
    mutant(
      'payout.failing-account',
      'blind-failing-payout-succeeded-at-first',
      'the record of a payout that will fail says succeeded as long as it is pending',
      shows('getPayout', (body, { record }) =>
        record?.kind === 'payout' && record.status === 'pending' && record.recipient.accountNumber === '0000000000'
          ? { ...body, status: 'succeeded' }
          : body,
      ),
    ),
  ),
  against(
    'More than 120 requests per minute per API key',
    mutant(
      'rate-limit.refused-requests-count',
      'blind-not-found-not-counted',
      'a request that is refused with 404 does not count',
      givesBack(({ status }) => status === 404),
    ),
  ),
];
