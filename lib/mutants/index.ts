/** All deliberate defects, and what breaks under each. */
import { acknowledgementMutants } from './acknowledgement.ts';
import { authenticationMutants } from './authentication.ts';
import { balanceMutants } from './balances.ts';
import { checkoutRecordMutants } from './checkout-records.ts';
import { checkoutMutants } from './checkouts.ts';
import { deliveryMutants } from './deliveries.ts';
import { environmentMutants } from './environments.ts';
import { errorMutants } from './errors.ts';
import { escrowMoneyMutants } from './escrow-money.ts';
import { escrowStateMutants } from './escrow-states.ts';
import { escrowMutants } from './escrows.ts';
import { fieldMutants } from './fields.ts';
import { hostedPageMutants } from './hosted-pages.ts';
import { idempotencyMutants } from './idempotency.ts';
import type { Mutant } from './mutant.ts';
import { payloadMutants } from './payloads.ts';
import { payoutMutants } from './payouts.ts';
import { rateLimitMutants } from './rate-limit.ts';
import { refundRecordMutants } from './refund-records.ts';
import { refundMutants } from './refunds.ts';
import { replayMutants } from './replays.ts';
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
  ...acknowledgementMutants,
  ...idempotencyMutants,
  ...replayMutants,
  ...webhookMutants,
  ...payloadMutants,
  ...signatureMutants,
  ...escrowStateMutants,
  ...escrowMoneyMutants,
  ...escrowMutants,
  ...fieldMutants,
  ...checkoutMutants,
  ...checkoutRecordMutants,
  ...refundMutants,
  ...refundRecordMutants,
  ...payoutMutants,
  ...balanceMutants,
  ...walletLinkMutants,
  ...walletLinkStateMutants,
  ...authenticationMutants,
  ...environmentMutants,
  ...errorMutants,
];
