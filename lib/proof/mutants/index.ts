/** All deliberate defects, with the requirement that each breaks. */

import { besideMutants } from './beside/beside.ts';
import { keptForOthersMutants } from './beside/kept-for-others.ts';
import { type BlindRound, blindClasses, blindMutants, blindRounds, heldClasses, heldMutants } from './blind/index.ts';
import { disputeMutants } from './escrows/disputes.ts';
import { escrowEndMutants } from './escrows/escrow-ends.ts';
import { escrowMoneyMutants } from './escrows/escrow-money.ts';
import { escrowRequestMutants } from './escrows/escrow-requests.ts';
import { escrowStateMutants } from './escrows/escrow-states.ts';
import { escrowSumMutants } from './escrows/escrow-sums.ts';
import { escrowMutants } from './escrows/escrows.ts';
import { feeMutants } from './escrows/fees.ts';
import { laterSettingMutants } from './escrows/later-settings.ts';
import { openPageMutants } from './escrows/open-pages.ts';
import { circumstanceMutants } from './merchants/circumstances.ts';
import { settingBesideMutants } from './merchants/settings-beside.ts';
import type { Mutant } from './mutant.ts';
import { balanceMutants } from './payments/balances.ts';
import { checkoutExpiryMutants } from './payments/checkout-expiry.ts';
import { checkoutLifeMutants } from './payments/checkout-lives.ts';
import { checkoutRecordMutants } from './payments/checkout-records.ts';
import { checkoutMutants } from './payments/checkouts.ts';
import { holderMutants } from './payments/holders.ts';
import { hostedPageMutants } from './payments/hosted-pages.ts';
import { mixedUpMutants } from './payments/mixed-up.ts';
import { moneyHistoryMutants } from './payments/money-histories.ts';
import { oneReferenceMutants } from './payments/one-reference.ts';
import { payoutMutants } from './payments/payouts.ts';
import { refundRecordMutants } from './payments/refund-records.ts';
import { refundMutants } from './payments/refunds.ts';
import { settlementMutants } from './payments/settlements.ts';
import { sideBySideMutants } from './payments/side-by-side.ts';
import { authenticationMutants } from './requests/authentication.ts';
import { environmentMutants } from './requests/environments.ts';
import { errorMutants } from './requests/errors.ts';
import { fieldMutants } from './requests/fields.ts';
import { idempotencyMutants } from './requests/idempotency.ts';
import { leaseMutants } from './requests/leases.ts';
import { liveReplayMutants } from './requests/live-replays.ts';
import { meanwhileMutants } from './requests/meanwhile.ts';
import { rateCountMutants } from './requests/rate-counts.ts';
import { rateLimitMutants } from './requests/rate-limit.ts';
import { recognisingMutants } from './requests/recognising.ts';
import { refusedMutants } from './requests/refused.ts';
import { repetitionMutants } from './requests/repetitions.ts';
import { replayMutants } from './requests/replays.ts';
import { undoneMutants } from './requests/undone.ts';
import { putOffMutants } from './settling/put-off.ts';
import { settledBesideMutants } from './settling/settled-beside.ts';
import { besideMoneyMutants } from './values/beside-money.ts';
import { calendarMutants } from './values/over-calendar.ts';
import { ownFieldMutants } from './values/own-fields.ts';
import { valueMutants } from './values/values.ts';
import type { Variant } from './variant.ts';
import { linkEndMutants } from './wallet-links/link-ends.ts';
import { linkRequestMutants } from './wallet-links/link-requests.ts';
import { linksInTurnMutants } from './wallet-links/links-in-turn.ts';
import { sandboxWalletMutants } from './wallet-links/sandbox-wallets.ts';
import { walletLinkStateMutants } from './wallet-links/wallet-link-states.ts';
import { walletLinkMutants } from './wallet-links/wallet-links.ts';
import { acknowledgementMutants } from './webhooks/acknowledgement.ts';
import { addressMutants } from './webhooks/addresses.ts';
import { consoleActionMutants } from './webhooks/console-actions.ts';
import { deliveryMutants } from './webhooks/deliveries.ts';
import { listMutants } from './webhooks/lists.ts';
import { liveWebhookMutants } from './webhooks/live-webhooks.ts';
import { payloadMutants } from './webhooks/payloads.ts';
import { resendMutants } from './webhooks/resends.ts';
import { signatureMutants } from './webhooks/signatures.ts';
import { toldStateMutants } from './webhooks/told-states.ts';
import { webhookMutants } from './webhooks/webhooks.ts';

export type { Mutant } from './mutant.ts';

/** The reference without any change: it must be certified without a failure. */
export const unchanged: Variant = { name: 'unchanged', what: 'the reference as it is' };

/** Mutants that take longest to detect come first. */
export const mutants: readonly Mutant[] = [
  ...rateLimitMutants,
  ...rateCountMutants,
  ...hostedPageMutants,
  ...sideBySideMutants,
  ...mixedUpMutants,
  ...deliveryMutants,
  ...resendMutants,
  ...listMutants,
  ...toldStateMutants,
  ...acknowledgementMutants,
  ...addressMutants,
  ...circumstanceMutants,
  ...settingBesideMutants,
  ...consoleActionMutants,
  ...idempotencyMutants,
  ...leaseMutants,
  ...replayMutants,
  ...liveReplayMutants,
  ...repetitionMutants,
  ...webhookMutants,
  ...liveWebhookMutants,
  ...payloadMutants,
  ...signatureMutants,
  ...escrowStateMutants,
  ...escrowEndMutants,
  ...escrowMoneyMutants,
  ...escrowSumMutants,
  ...feeMutants,
  ...disputeMutants,
  ...openPageMutants,
  ...laterSettingMutants,
  ...escrowRequestMutants,
  ...escrowMutants,
  ...fieldMutants,
  ...checkoutMutants,
  ...checkoutRecordMutants,
  ...checkoutLifeMutants,
  ...checkoutExpiryMutants,
  ...recognisingMutants,
  ...refundMutants,
  ...refundRecordMutants,
  ...payoutMutants,
  ...settlementMutants,
  ...settledBesideMutants,
  ...putOffMutants,
  ...moneyHistoryMutants,
  ...balanceMutants,
  ...oneReferenceMutants,
  ...valueMutants,
  ...calendarMutants,
  ...ownFieldMutants,
  ...besideMoneyMutants,
  ...besideMutants,
  ...holderMutants,
  ...walletLinkMutants,
  ...walletLinkStateMutants,
  ...linkEndMutants,
  ...linkRequestMutants,
  ...linksInTurnMutants,
  ...sandboxWalletMutants,
  ...authenticationMutants,
  ...environmentMutants,
  ...errorMutants,
  ...refusedMutants,
  ...undoneMutants,
  ...meanwhileMutants,
  ...keptForOthersMutants,
];

/**
 * Includes mutants written without knowledge of the checks: how many of them are detected is reported, but is no condition of the proof.
 */
export const everyMutant: readonly Mutant[] = [...mutants, ...blindMutants, ...heldMutants];

export { type BlindRound, blindClasses, blindMutants, blindRounds, heldClasses, heldMutants };
