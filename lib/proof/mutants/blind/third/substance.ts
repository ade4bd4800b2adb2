/** Right in shape, wrong in substance. */
import type { Refund } from '../../../reference/rules/records.ts';
import { functions, shows, timer } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, siblings } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

export const found: readonly BlindMutant[] = [
  against(
    '`GET /v1/banks` lists Nigerian banks and their codes. … recipient.bankName | string | yes | The service matches it to a Nigerian bank',
    mutant(
      'payout.listed-bank-accepted',
      'blind3-listed-bank-not-matched',
      'a bank of the list, its last one, is not matched on payouts',
      shows('listBanks', (body) => ({
        ...body,
        banks: [...(body.banks as object[]), { code: '125', name: 'Rubies Microfinance Bank' }],
      })),
    ),
  ),
  against(
    '`GET /v1/accounts/{walletId}` tells whether a wallet exists and returns a masked holder name.',
    mutant(
      'account.holder-name-masked',
      'blind3-short-names-not-masked',
      'words of a name that have at most three letters are not masked',
      functions(({ maskName }) => ({
        maskName: (name) =>
          name
            .trim()
            .split(/\s+/u)
            .map((word) => ([...word].length <= 3 ? word : maskName(word)))
            .join(' '),
      })),
    ),
  ),
  against(
    'Refund record (GET): … `createdAt` (date-time) … a retry uses a new reference',
    mutant(
      'refund.created-at-true',
      'blind3-retry-created-with-the-first',
      'the createdAt of a refund that retries a failed one of the same amount is that of the failed one',
      shows('getRefund', (body, { record }) => {
        if (record?.kind !== 'refund') return body;
        const first = siblings(record).find(({ status, amount }) => status === 'failed' && amount === record.amount);
        return { ...body, createdAt: first?.createdAt ?? body.createdAt };
      }),
    ),
  ),
  against(
    'Set when failed; `expired` when the checkout was not paid in time',
    mutant(
      'checkout.expires',
      'blind3-opened-checkout-abandoned',
      'the failureReason of a checkout that expired is abandoned where its page was opened',
      (rules) => {
        const opened = new Set<string>();
        return pages(({ showCheckout }) => ({
          showCheckout(service, checkout, refused) {
            opened.add(checkout.id);
            return showCheckout(service, checkout, refused);
          },
        }))(
          also('checkout', 'not paid in time', (checkout) => {
            if (opened.has(checkout.id)) checkout.failureReason = 'abandoned';
          })(rules),
        );
      },
    ),
  ),
  against(
    'In sandbox the exact value `sandbox_fail` forces a failed refund',
    mutant(
      'refund.sandbox-fail',
      'blind3-full-refund-is-not-forced-to-fail',
      'sandbox_fail does not force the failure of a refund of the whole checkout',
      (rules) => {
        const plain = rules.timers.find(({ kind }) => kind === 'refund');
        if (plain?.kind !== 'refund') throw new Error('refunds do not settle');
        const { on } = plain;
        return timer('refund', 'pending', {
          on: (refund: Refund) => {
            if (refund.amount === refund.payment?.amount) return 'settlement succeeds';
            return typeof on === 'string' ? on : on(refund);
          },
        })(rules);
      },
    ),
  ),
];
