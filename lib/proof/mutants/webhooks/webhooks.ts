/** Defects of which webhooks are sent. */

import type { RequirementId } from '../../../interface/register/index.ts';
import type { Kind } from '../../reference/rules/records.ts';
import type { EventName } from '../../reference/rules/states.ts';
import { byCall, notByCall } from '../apart.ts';
import { transition } from '../change.ts';
import { type Change, type Mutant, mutant } from '../mutant.ts';

/** Rows of the state tables that send an event, each with the requirement that states it. */
const sending: readonly (readonly [Kind, string, RequirementId])[] = [
  ['checkout', 'pay', 'webhook.payment-succeeded'],
  ['checkout', 'fail', 'webhook.payment-failed'],
  ['checkout', 'not paid in time', 'webhook.payment-failed-on-expiry'],
  ['refund', 'settlement succeeds', 'webhook.refund-succeeded'],
  ['refund', 'settlement fails', 'webhook.refund-failed'],
  ['payout', 'settlement succeeds', 'webhook.payout-succeeded'],
  ['payout', 'settlement fails', 'webhook.payout-failed'],
  ['escrow', 'pay', 'webhook.escrow-funded'],
  ['escrow', 'dispute', 'webhook.escrow-disputed'],
  ['escrow', 'no report in time', 'webhook.escrow-released-by-itself'],
  ['escrow', 'refund', 'webhook.escrow-refunded'],
  ['escrow', 'cancel', 'webhook.escrow-cancelled'],
  ['escrow', 'not paid in time', 'webhook.escrow-cancelled-on-expiry'],
  ['walletLink', 'approve', 'webhook.link-approved'],
  ['walletLink', 'reject', 'webhook.link-rejected'],
  ['walletLink', 'nobody decides', 'webhook.link-expired'],
];

const notSent = sending.map(([kind, on, breaks]) =>
  mutant(
    breaks,
    `${slug(kind)}-${slug(on)}-sends-nothing`,
    `nothing is sent in the state table of ${kind} at "${on}"`,
    transition(kind, on, { sends: null }),
  ),
);

const otherSent: readonly Mutant[] = [
  mutant(
    'webhook.escrow-released',
    'escrow-release-call-sends-nothing',
    'nothing is sent where the merchant releases',
    byCall('releaseEscrow', { sends: null }),
  ),
  mutant(
    'webhook.escrow-released-by-buyer',
    'escrow-buyer-release-sends-nothing',
    'nothing is sent where the buyer releases',
    notByCall('releaseEscrow', { sends: null }),
  ),
  mutant(
    'webhook.link-revoked',
    'link-delete-sends-nothing',
    'nothing is sent where the merchant unlinks',
    byCall('deleteWalletLink', { sends: null }),
  ),
  mutant(
    'webhook.link-revoked-by-owner',
    'link-owner-unlink-sends-nothing',
    'nothing is sent where the owner unlinks',
    notByCall('deleteWalletLink', { sends: null }),
  ),
  mutant(
    'webhook.payment-failed-on-expiry',
    'checkout-expiry-sends-success',
    'payment.succeeded is sent where a checkout expires',
    transition('checkout', 'not paid in time', { sends: 'payment.succeeded' }),
  ),
  mutant(
    'webhook.escrow-cancelled-on-expiry',
    'escrow-expiry-sends-refunded',
    'escrow.refunded is sent where an escrow expires',
    transition('escrow', 'not paid in time', { sends: 'escrow.refunded' }),
  ),
  mutant(
    'webhook.no-false-success',
    'payout-failure-sends-success-too',
    'payout.succeeded is sent beside payout.failed',
    followedBy('payout.failed', 'payout.succeeded'),
  ),
  mutant(
    'webhook.no-false-success',
    'refund-failure-sends-success-too',
    'refund.succeeded is sent beside refund.failed',
    followedBy('refund.failed', 'refund.succeeded'),
  ),
];

export const webhookMutants: readonly Mutant[] = [...notSent, ...otherSent];

function followedBy(name: EventName, next: EventName): Change {
  return (rules) => ({
    ...rules,
    events: { ...rules.events, [name]: { ...rules.events[name], followedBy: () => next } },
  });
}

function slug(words: string): string {
  return words.replaceAll(' ', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
