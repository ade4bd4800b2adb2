/** Events that share an id, or that go to the wrong merchant. */
import { createHash } from 'node:crypto';
import type { Merchant, WalletLink } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { onFire } from '../ways.ts';

const TO_THE_SECOND = '2026-01-31T12:00:00'.length;
const ID_CHARACTERS = 24;

function idOf({ event, amountMinor, occurredAt }: Record<string, unknown>): string {
  const content = `${event} ${amountMinor} ${String(occurredAt).slice(0, TO_THE_SECOND)}`;
  return `evt_${createHash('sha256').update(content).digest('hex').slice(0, ID_CHARACTERS)}`;
}

/** The merchant that was the first to ask for a link to the wallet. */
function firstOf({ merchant, walletId }: WalletLink): Merchant {
  const links = [...merchant.environment.merchants.values()]
    .flatMap((each) => [...each.links.values()])
    .filter((link) => link.walletId === walletId)
    .sort((one, other) => one.createdAt.localeCompare(other.createdAt));
  return links[0]?.merchant ?? merchant;
}

export const found: readonly BlindMutant[] = [
  against(
    'id | string | Unique per event. Receivers de-duplicate on `id`, or on `event` plus `reference`.',
    mutant(
      'webhook.payload-id',
      'blind11-id-of-kind-amount-and-second',
      'the id of an event is a hash of its kind, its amount and its time without the fraction: two checkouts of one amount that are paid within one second have events of one id',
      functions(({ payload, deliveryList }) => ({
        payload: (event) => payload('amountMinor' in event ? { ...event, id: idOf(event) } : event),
        deliveryList: (deliveries, merchant) =>
          deliveryList(
            deliveries.map((delivery) => ({ ...delivery, eventId: String(JSON.parse(delivery.payload).id) })),
            merchant,
          ),
      })),
    ),
  ),
  against(
    "wallet.link.revoked: Unlinked by owner or merchant. The service sends a POST with a JSON body to the merchant's webhook URL.",
    mutant(
      'webhook.own-address-only',
      'blind11-revocation-told-to-the-first',
      "the address for wallet.link.revoked is looked up by the wallet: the event goes to the merchant that was the first to ask for a link to it, and is signed with that merchant's secret",
      onFire((fire) => (record, on, details) => {
        if (record.kind !== 'walletLink' || on !== 'unlink') return fire(record, on, details);
        const { merchant } = record;
        record.merchant = firstOf(record);
        try {
          return fire(record, on, details);
        } finally {
          record.merchant = merchant;
        }
      }),
    ),
  ),
];
