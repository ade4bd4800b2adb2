/** Events of escrows that are paid, disputed and released: for one buyer, seller, fee or history they are kept back or told otherwise. */
import type { Escrow } from '../../../reference/rules/records.ts';
import { event } from '../../change.ts';
import { all, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, whenRefused } from '../ways.ts';
import { knowingCalls } from './webhook-links.ts';
import { others, sendsOtherwise } from './webhook-payments.ts';

const DEFAULT_HOURS = 72;

function isHeld({ status }: Escrow): boolean {
  return status === 'funded' || status === 'disputed';
}

export const found: readonly BlindMutant[] = [
  against(
    'escrow.funded: The buyer paid an escrow.',
    mutant(
      'webhook.escrow-funded',
      'kind-more-held-for-seller-untold',
      "the sender watches whether money is held for a seller's wallet: an escrow that is paid while another of the merchant for the same wallet is funded or disputed sends no escrow.funded",
      sendsOtherwise('escrow', 'pay', null, (escrow) =>
        others(escrow).some((other) => other.sellerWalletId === escrow.sellerWalletId && isHeld(other)),
      ),
    ),
  ),
  against(
    'escrow.funded: The buyer paid an escrow. buyer.email: If set, only the wallet account with that e-mail can pay',
    mutant(
      'webhook.escrow-funded',
      'kind-named-buyer-pays-untold',
      'the payment of a named buyer is confirmed to that buyer by e-mail, and to nobody else: an escrow with buyer.email that is paid sends no escrow.funded',
      sendsOtherwise('escrow', 'pay', null, ({ buyerEmail }) => buyerEmail !== null),
    ),
  ),
  against(
    'escrow.disputed: The buyer asked for a refund; release paused.',
    mutant(
      'webhook.escrow-disputed',
      'kind-second-dispute-of-buyer-untold',
      'a second dispute of a buyer is added to the case that is open: it pauses the release, but while another escrow of the merchant that the same account paid is disputed, no escrow.disputed is sent',
      sendsOtherwise('escrow', 'dispute', null, (escrow) =>
        others(escrow).some(({ paidBy, status }) => paidBy === escrow.paidBy && status === 'disputed'),
      ),
    ),
  ),
  against(
    'amountMinor | integer | kobo. escrow.disputed: The buyer asked for a refund; release paused',
    mutant(
      'webhook.escrow-payload',
      'kind-disputed-amount-as-text',
      'the case of a dispute keeps its amount in a column that the driver reads as text: the amountMinor of escrow.disputed is a string',
      event('escrow.disputed', (carried) => ({ ...carried, amountMinor: String(carried.amountMinor) })),
    ),
  ),
  against(
    'escrow.released: Money went to the seller. seller is paid less the fee; fee goes to feeWalletId',
    mutant(
      'webhook.escrow-released',
      'kind-release-with-fee-untold',
      'a release by the merchant that pays a fee has a branch of its own, which pays both wallets and sends no escrow.released',
      knowingCalls('releaseEscrow', (called) =>
        sendsOtherwise('escrow', 'release', null, (escrow) => called(escrow) && (escrow.feeAmount ?? 0) > 0),
      ),
    ),
  ),
  against(
    'escrow.released: Money went to the seller. funded | POST release, or buyer releases | conditions met | released | `escrow.released`',
    mutant(
      'webhook.escrow-released',
      'kind-refused-release-counts-as-told',
      'that a release was told is noted before it is known whether it is possible: where the merchant asked for the release while the escrow was unpaid, and was refused, the later release sends no escrow.released',
      (rules) => {
        const noted = new WeakSet<object>();
        return all(
          whenRefused('releaseEscrow', ({ record }) => {
            if (record?.status === 'pending_payment') noted.add(record);
          }),
          knowingCalls('releaseEscrow', (called) =>
            sendsOtherwise('escrow', 'release', null, (escrow) => called(escrow) && noted.has(escrow)),
          ),
        )(rules);
      },
    ),
  ),
  against(
    'escrow.released: Money went to the seller. funded | POST release, or buyer releases | released | `escrow.released`',
    mutant(
      'webhook.escrow-released-by-buyer',
      'kind-buyers-release-on-the-way-back-untold',
      'where an escrow has a returnUrl the merchant is thought to hear of it there: what the buyer of such an escrow releases sends no escrow.released',
      knowingCalls('releaseEscrow', (called) =>
        sendsOtherwise('escrow', 'release', null, (escrow) => !called(escrow) && escrow.returnUrl !== null),
      ),
    ),
  ),
  against(
    'escrow.released: Money went to the seller. funded | POST release, or buyer releases | released | `escrow.released`',
    mutant(
      'webhook.escrow-released-by-buyer',
      'kind-next-release-of-buyer-untold',
      'a release by the buyer is remembered by payer and seller: the next escrow of the merchant that the same account releases to the same wallet sends no escrow.released',
      knowingCalls('releaseEscrow', (called) =>
        sendsOtherwise(
          'escrow',
          'release',
          null,
          (escrow) =>
            !called(escrow) &&
            others(escrow).some(
              ({ paidBy, sellerWalletId, status }) =>
                paidBy === escrow.paidBy && sellerWalletId === escrow.sellerWalletId && status === 'released',
            ),
        ),
      ),
    ),
  ),
  against(
    'funded | no buyer report within autoReleaseHours | released | automatic release; `escrow.released`. autoReleaseHours: 1 to 720. Default 72',
    mutant(
      'webhook.escrow-released-by-itself',
      'kind-release-after-default-hours-untold',
      'an escrow that is released automatically after the default 72 hours is released by an older job, which sends no escrow.released',
      sendsOtherwise('escrow', 'no report in time', null, ({ autoReleaseHours }) => autoReleaseHours === DEFAULT_HOURS),
    ),
  ),
  against(
    'funded | no buyer report within autoReleaseHours | released | automatic release; `escrow.released`',
    mutant(
      'webhook.escrow-released-by-itself',
      'kind-releases-of-one-run-told-once',
      'the job that releases runs by the minute and tells each merchant once: of escrows that are paid within a minute and released automatically together, the first alone sends escrow.released',
      sendsOtherwise('escrow', 'no report in time', null, (escrow) =>
        others(escrow).some(
          (other) =>
            other.status === 'released' &&
            other.autoReleaseHours === escrow.autoReleaseHours &&
            Math.abs(Date.parse(other.paidAt ?? '') - Date.parse(escrow.paidAt ?? '')) <= 60_000,
        ),
      ),
    ),
  ),
  against(
    "escrow.released: Money went to the seller; amountMinor is the seller's share before the fee",
    mutant(
      'webhook.escrow-released-amount',
      'kind-automatic-release-told-after-fee',
      'an automatic release tells what it paid to the seller: there the amountMinor of escrow.released is the amount less the fee, while other releases tell the amount',
      (rules) => {
        const automatic = new WeakSet<object>();
        return all(
          also('escrow', 'no report in time', (escrow) => void automatic.add(escrow)),
          event('escrow.released', (carried, record) => {
            const fee = automatic.has(record) ? Number(record.feeAmount ?? 0) : 0;
            return { ...carried, amountMinor: Number(carried.amountMinor) - fee };
          }),
        )(rules);
      },
    ),
  ),
];
