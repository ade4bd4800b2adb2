/** The console: its list, its actions, and what follows from them. */

import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

export const found: readonly BlindMutant[] = [
  against(
    'A Resend action sends an event again as a new delivery. … Lowercase hex HMAC-SHA256 of the raw request body, keyed with the webhook secret',
    mutant(
      'delivery.resent',
      'blind-resent-with-the-old-secret',
      'what is resent after the secret was rotated is signed with the one before',
      (rules) => {
        const first = new Map<string, { id: string; secret: string }>();
        return functions(({ webhookHeaders }) => ({
          webhookHeaders(given, secret, timestamp, body, delivery) {
            const known = first.get(delivery?.eventId ?? '');
            if (delivery && !known) first.set(delivery.eventId, { id: delivery.id, secret });
            const used = known && known.id !== delivery?.id ? known.secret : secret;
            return webhookHeaders(given, used, timestamp, body, delivery);
          },
        }))(rules);
      },
    ),
  ),
  against(
    'The console lists deliveries with attempts, last HTTP status, error and sent payload',
    mutant(
      'delivery.listed',
      'blind-list-of-twenty',
      'of more than twenty deliveries the oldest are not listed',
      functions(({ deliveryList }) => ({
        deliveryList: (deliveries, merchant) => deliveryList(deliveries.slice(-20), merchant),
      })),
    ),
  ),
  against(
    'The console lists deliveries with attempts, last HTTP status, error and sent payload',
    mutant(
      'delivery.lists-attempts',
      'blind-list-of-three-attempts',
      'of more than three attempts the last three are listed',
      functions(({ deliveryList }) => ({
        deliveryList: (deliveries, merchant) =>
          deliveryList(
            deliveries.map((delivery) => ({ ...delivery, attempts: delivery.attempts.slice(-3) })),
            merchant,
          ),
      })),
    ),
  ),
  against(
    'Each has its own merchants, keys and webhook secrets. … The console lists deliveries with attempts, last HTTP status, error and sent payload.',
    mutant(
      'delivery.listed',
      'blind-list-by-address',
      'the list of a merchant has the deliveries of all that have the same webhook address',
      functions(({ deliveryList }) => ({
        deliveryList(deliveries, merchant) {
          const alike = [...(merchant?.environment.merchants.values() ?? [])].filter(
            (each) => each !== merchant && each.webhookUrl !== null && each.webhookUrl === merchant?.webhookUrl,
          );
          return deliveryList([...deliveries, ...alike.flatMap((each) => each.deliveries)], merchant);
        },
      })),
    ),
  ),
  against(
    'The console lists deliveries with attempts, last HTTP status, error and sent payload',
    mutant(
      'delivery.listed',
      'blind-list-masks-names',
      'in the list the payload of wallet-link events has the masked name, in place of what was sent',
      functions(({ deliveryList, maskName }) => ({
        deliveryList: (deliveries, merchant) =>
          deliveryList(
            deliveries.map((delivery) => {
              if (!delivery.event.startsWith('wallet.link.')) return delivery;
              const event = JSON.parse(delivery.payload);
              return { ...delivery, payload: JSON.stringify({ ...event, walletName: maskName(event.walletName) }) };
            }),
            merchant,
          ),
      })),
    ),
  ),
];
