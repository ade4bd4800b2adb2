/** Webhooks: headers that attempts have in common, and an event that is sent again to more than the merchant. */
import { type Change, mutant, onTheWay } from '../../mutant.ts';
import { pause } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { onResend } from '../ways-of-delivery.ts';

/** What the sender does between putting the headers together and reading them: finding the address, opening a connection. */
const CONNECTS_MS = 25;

const STATES: Readonly<Record<string, string>> = {
  'escrow.funded': 'funded',
  'escrow.disputed': 'disputed',
  'escrow.released': 'released',
  'escrow.refunded': 'refunded',
  'wallet.link.approved': 'APPROVED',
  'wallet.link.rejected': 'REJECTED',
  'wallet.link.expired': 'EXPIRED',
  'wallet.link.revoked': 'REVOKED',
};

/** What is read of an escrow or a link follows the events. */
function resentEventsAreRead(): Change {
  return onResend((resend) => (merchant, deliveryId) => {
    const done = resend(merchant, deliveryId);
    const delivery = merchant.deliveries.find(({ id }) => id === deliveryId);
    if (!done || delivery === undefined) return done;
    const { event, reference } = delivery;
    const record: { status: string } | undefined = event.startsWith('escrow.')
      ? merchant.records.escrow.get(reference)
      : merchant.links.get(reference);
    const state = STATES[event];
    if (record !== undefined && state !== undefined) record.status = state;
    return done;
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'x-service-signature | Lowercase hex HMAC-SHA256 of the raw request body, keyed with the webhook secret.',
    onTheWay(
      'webhook.signature',
      'blind22-attempts-share-their-headers',
      'the sender has one object of default headers, and writes signatures and timestamp into it before it connects: of events that are sent within the same few milliseconds, of any merchants, the earlier ones carry the signatures of the last',
      ({ send, close }) => {
        const headers: Record<string, string> = {};
        return {
          async send(request) {
            Object.assign(headers, request.headers);
            await pause(CONNECTS_MS);
            return await send({ ...request, headers: { ...headers } });
          },
          close,
        };
      },
    ),
  ),
  against(
    'A Resend action sends an event again as a new delivery. APPROVED | DELETE by merchant, or unlinked by owner | REVOKED. funded | POST release, or buyer releases | released.',
    mutant(
      'wallet-link.revoked-is-final',
      'blind22-resend-feeds-what-is-read',
      'the records of escrows and links are made from the events, and Resend puts the event on the bus again, from where they read it too: a revoked link whose wallet.link.approved is sent again is APPROVED, and a released escrow whose escrow.funded is sent again is funded',
      resentEventsAreRead(),
    ),
  ),
];
