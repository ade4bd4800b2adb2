/** What saving the address does beside it, and a list and a button that do not know every delivery. */
import type { Delivery } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { headersOf, onResend } from '../ways-of-delivery.ts';

/** The address is an object of its own, with its deliveries: a new address is a new object. */
function pendingGoesWithTheAddress(): Change {
  const gone = new WeakSet<Delivery>();
  return all(
    functions(({ changeAddress, nextAttempt }) => ({
      changeAddress(merchant, webhookUrl) {
        if (webhookUrl !== null && merchant.webhookUrl !== null && webhookUrl !== merchant.webhookUrl)
          for (const delivery of merchant.deliveries) if (delivery.state === 'pending') gone.add(delivery);
        changeAddress(merchant, webhookUrl);
      },
      nextAttempt: (retries, attempt, delivery) =>
        gone.has(delivery) ? undefined : nextAttempt(retries, attempt, delivery),
    })),
    headersOf(
      (delivery) => gone.has(delivery),
      () => {
        throw new Error('its address was deleted');
      },
    ),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event.',
    mutant(
      'delivery.first-retry',
      'blind16-pending-goes-with-its-address',
      'to save another address is to delete the old one and to make a new one: deliveries that wait for a retry are deleted with the old one, and are not tried again anywhere',
      pendingGoesWithTheAddress(),
    ),
  ),
  against(
    "When the merchant account has the setting 'require linked wallets' on, a seller wallet without an approved link is refused with `wallet_not_linked`.",
    mutant(
      'escrow.wallet-not-linked',
      'blind16-saving-the-address-unticks-the-box',
      "the form of the webhook address has no box for 'require linked wallets', and one that is not sent counts as not ticked: saving the address turns the setting off",
      functions(({ changeAddress }) => ({
        changeAddress(merchant, webhookUrl) {
          changeAddress(merchant, webhookUrl);
          merchant.requireLinkedWallets = false;
        },
      })),
    ),
  ),
  against(
    'The console lists deliveries with attempts, last HTTP status, error and sent payload.',
    mutant(
      'delivery.listed',
      'blind16-list-of-the-present-address',
      'the list is that of the present address: once the address was changed, the deliveries before that are not listed any more',
      functions(({ deliveryList }) => ({
        deliveryList: (deliveries, merchant) =>
          deliveryList(
            deliveries.filter(({ webhookUrl }) => merchant === undefined || webhookUrl === merchant.webhookUrl),
            merchant,
          ),
      })),
    ),
  ),
  against(
    'A Resend action sends an event again as a new delivery. Wallet-link events carry the body `{ id, event, reference (equal to linkId), ... }`, signed like all events.',
    mutant(
      'delivery.resent',
      'blind16-link-events-are-not-resent',
      'the Resend action looks for the checkout, refund, payout or escrow of the reference of the event first, and finds none for the event of a link: nothing is sent',
      onResend((resend) => (merchant, deliveryId) => {
        const delivery = merchant.deliveries.find(({ id }) => id === deliveryId);
        const { checkout, refund, payout, escrow } = merchant.records;
        if (delivery === undefined) return resend(merchant, deliveryId);
        const known = [checkout, refund, payout, escrow].some((records) => records.has(delivery.reference));
        return known ? resend(merchant, deliveryId) : true;
      }),
    ),
  ),
];
