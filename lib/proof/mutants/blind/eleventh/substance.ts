/** A default that is another request's value, and a template that is for other events. */
import type { Merchant } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

function defaultsAreWrittenTo(): Change {
  const last = new WeakMap<Merchant, unknown>();
  return before('act', (asked, next) => {
    const { body, merchant } = asked;
    if (!isAt(asked, 'createEscrow')) return next();
    const hours = body.get('autoReleaseHours') ?? last.get(merchant);
    if (hours !== undefined) {
      last.set(merchant, hours);
      body.value.autoReleaseHours = hours;
    }
    return next();
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'autoReleaseHours | integer | no | 1 to 720. Default 72.',
    mutant(
      'escrow.auto-release-default',
      'blind11-last-hours-become-the-default',
      'the object of the defaults is filled with what a request gives: an escrow without autoReleaseHours is released after the hours of the escrow that the merchant created before it',
      defaultsAreWrittenTo(),
    ),
  ),
  against(
    'A Resend action sends an event again as a new delivery. Wallet-link events carry the body `{ id, event, reference (equal to linkId), linkId, linkRef, walletId, walletName, occurredAt }`.',
    mutant(
      'delivery.resent',
      'blind11-link-events-resent-as-money-events',
      'Resend writes every event by the template of the money events: a wallet-link event is sent again with amountMinor and currency, and without linkId, linkRef, walletId and walletName',
      functions(({ resent }) => ({
        resent(delivery) {
          const parts = resent(delivery);
          if (!delivery.event.startsWith('wallet.link.')) return parts;
          const { id, event, reference, occurredAt } = JSON.parse(parts.payload) as Record<string, unknown>;
          const payload = { id, event, reference, amountMinor: 0, currency: 'NGN', occurredAt };
          return { ...parts, payload: JSON.stringify(payload) };
        },
      })),
    ),
  ),
];
