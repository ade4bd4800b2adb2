/** All deliberate defects, and what breaks under each. */
import { acknowledgementMutants } from './acknowledgement.ts';
import { authenticationMutants } from './authentication.ts';
import { balanceMutants } from './balances.ts';
import { type BlindRound, blindClasses, blindMutants, blindRounds, heldClasses, heldMutants } from './blind/index.ts';
import { checkoutLifeMutants } from './checkout-lives.ts';
import { checkoutRecordMutants } from './checkout-records.ts';
import { checkoutMutants } from './checkouts.ts';
import { deliveryMutants } from './deliveries.ts';
import { environmentMutants } from './environments.ts';
import { errorMutants } from './errors.ts';
import { escrowEndMutants } from './escrow-ends.ts';
import { escrowMoneyMutants } from './escrow-money.ts';
import { escrowRequestMutants } from './escrow-requests.ts';
import { escrowStateMutants } from './escrow-states.ts';
import { escrowSumMutants } from './escrow-sums.ts';
import { escrowMutants } from './escrows.ts';
import { fieldMutants } from './fields.ts';
import { hostedPageMutants } from './hosted-pages.ts';
import { idempotencyMutants } from './idempotency.ts';
import { linkEndMutants } from './link-ends.ts';
import { linkRequestMutants } from './link-requests.ts';
import { liveWebhookMutants } from './live-webhooks.ts';
import { meanwhileMutants } from './meanwhile.ts';
import { moneyHistoryMutants } from './money-histories.ts';
import type { Mutant } from './mutant.ts';
import { payloadMutants } from './payloads.ts';
import { payoutMutants } from './payouts.ts';
import { rateLimitMutants } from './rate-limit.ts';
import { recognisingMutants } from './recognising.ts';
import { refundRecordMutants } from './refund-records.ts';
import { refundMutants } from './refunds.ts';
import { refusedMutants } from './refused.ts';
import { repetitionMutants } from './repetitions.ts';
import { replayMutants } from './replays.ts';
import { resendMutants } from './resends.ts';
import { settlementMutants } from './settlements.ts';
import { signatureMutants } from './signatures.ts';
import type { Variant } from './variant.ts';
import { walletLinkStateMutants } from './wallet-link-states.ts';
import { walletLinkMutants } from './wallet-links.ts';
import { webhookMutants } from './webhooks.ts';

export type { Mutant } from './mutant.ts';

/** No change at all: what comes out of it must be clean. */
export const unchanged: Variant = { name: 'unchanged', what: 'the reference as it is' };

/** Those that take longest to be seen come first. */
export const mutants: readonly Mutant[] = [
  ...rateLimitMutants,
  ...hostedPageMutants,
  ...deliveryMutants,
  ...resendMutants,
  ...acknowledgementMutants,
  ...idempotencyMutants,
  ...replayMutants,
  ...repetitionMutants,
  ...webhookMutants,
  ...liveWebhookMutants,
  ...payloadMutants,
  ...signatureMutants,
  ...escrowStateMutants,
  ...escrowEndMutants,
  ...escrowMoneyMutants,
  ...escrowSumMutants,
  ...escrowRequestMutants,
  ...escrowMutants,
  ...fieldMutants,
  ...checkoutMutants,
  ...checkoutRecordMutants,
  ...checkoutLifeMutants,
  ...recognisingMutants,
  ...refundMutants,
  ...refundRecordMutants,
  ...payoutMutants,
  ...settlementMutants,
  ...moneyHistoryMutants,
  ...balanceMutants,
  ...walletLinkMutants,
  ...walletLinkStateMutants,
  ...linkEndMutants,
  ...linkRequestMutants,
  ...authenticationMutants,
  ...environmentMutants,
  ...errorMutants,
  ...refusedMutants,
  ...meanwhileMutants,
];

/** Also those whose author had read no check: how many of them are seen is told, and is no condition of the proof. */
export const everyMutant: readonly Mutant[] = [...mutants, ...blindMutants, ...heldMutants];

export { type BlindRound, blindClasses, blindMutants, blindRounds, heldClasses, heldMutants };
