import type { PermittedVariant } from './permitted-variant.ts';

/** Of the readings that one of these names, a target can be only one. */
export const alternatives: readonly RegExp[] = [
  /^connections-/,
  /^times-/,
  /^messages-/,
  /^unauthenticated-/,
  /^wrong-state-/,
  /^routes-/,
  /^bodies-(refused|of)/,
  /^metadata-/,
  /^references-(narrow|wide)$/,
  /^ids-/,
  /^banks-/,
  /^balance-/,
  /^names-masked/,
  /^escrow-(records|actions-say)/,
  /^(settled-|live-settles|live-payouts)/,
  /^partial-refunds-/,
  /^(escrow-refunds-|held-money|sellers-paid-)/,
  /^wallet-not-linked-/,
  /^link-decisions-/,
  /^superseded-/,
  /^link-limit-/,
  /^unknown-wallets-/,
  /^keys-(optional|required|ignored)/,
  /^keys-(forgotten|remembered)/,
  /^rate-/,
  /^retry-after-/,
  /^webhooks-(before|after)-/,
  /^webhooks-wait-/,
  /^(retries-by|retries-with|webhooks-seconds)/,
  /^redirect-(302|307|by)/,
  /^escrow-(redirect|without-redirect)/,
  /^card-/,
];

/** Without something of control much is not exercised, which other readings would need to be seen: each of these is by itself. */
const alone = /^control-/;

/** Whether a target could decide both so: not two answers to one question. */
export function goTogether(one: PermittedVariant, other: PermittedVariant): boolean {
  if (one === other) return true;
  if (alone.test(one.name) || alone.test(other.name)) return false;
  if (alternatives.some((row) => row.test(one.name) && row.test(other.name))) return false;
  return !one.decides?.some((question) => other.decides?.includes(question));
}
