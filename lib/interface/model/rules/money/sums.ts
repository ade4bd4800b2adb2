import type { RequirementId } from '../../../register/index.ts';
import { amountsSaid } from '../../../wire/amounts-said.ts';
import { integerIn, objectOf, textIn } from '../../events.ts';
import type { ModelObject, Violation } from '../../model-object.ts';
import type { ModelState } from '../../model-state.ts';
import type { Operation } from '../../operations.ts';

// Sums over the refunds of a checkout, judged at the end, when most is known: a refund that finally succeeded counted
// from its creation on.

/** A refund of the checkout. */
interface RefundPart {
  readonly object: ModelObject;
  readonly amount: number;
  readonly creation: Operation;
}

/** Up to this many refunds of unknown outcome are tried in every combination; for more, only the bounds are compared. */
const MAX_COMBINED = 14;

export function concludeSums(model: ModelState): Violation[] {
  const checkouts = [...model.objects].filter(({ kind, creation }) => kind === 'checkout' && creation !== null);
  return checkouts.flatMap((checkout) => {
    const paid = integerIn(checkout.body, 'amount');
    const parts = partsOf(checkout, model);
    if (paid === null || parts === null) return [];
    return [
      ...exceedingRefunds(checkout, paid, parts),
      ...wrongTotals(checkout, parts, model),
      ...wrongRefusals(checkout, paid, parts),
      ...wrongMessages(checkout, paid, parts),
    ];
  });
}

/** Null where an amount is unknown. */
function partsOf(checkout: ModelObject, model: ModelState): RefundPart[] | null {
  const parts: RefundPart[] = [];
  const creations = checkout.operations.filter(({ kind }) => kind === 'refund');
  for (const [object, own] of Map.groupBy(creations, (creation) => model.objectAbout(creation, checkout))) {
    const isOfThis = (operation: Operation) => own.includes(operation);
    // A refund that another request created under this reference is not this checkout's; if several may have created
    // it, that is unknown.
    if (object.creation !== null && !isOfThis(object.creation)) continue;
    if (object.creation === null && !object.operations.every(isOfThis)) return null;
    // A request whose response was lost created nothing if another one was accepted.
    const known = own.filter(({ ended }) => ended !== null);
    const [creation, ...more] = known.length > 0 ? known : own;
    const amount = integerIn(creation?.exchange.body, 'amount');
    if (creation === undefined || amount === null || amount < 1 || more.length > 0 || object.isBroken) return null;
    parts.push({ object, amount, creation });
  }
  return parts;
}

/** The last moment at which it certainly had not failed. */
function notFailedUntil({ object }: RefundPart): number {
  if (!object.possible.states.has('failed')) return Number.POSITIVE_INFINITY;
  return Math.max(0, ...object.observedStatuses.filter(({ status }) => status !== 'failed').map(({ began }) => began));
}

/** "The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid" (behaviour rule 3). */
function exceedingRefunds(checkout: ModelObject, paid: number, parts: readonly RefundPart[]): Violation[] {
  const accepted = parts.filter(({ creation }) => creation.ended !== null);
  for (const part of accepted.sort((a, b) => endOf(a) - endOf(b))) {
    const held = accepted.filter((other) => other === part || certainlyCounted(other, part));
    const sum = held.reduce((total, { amount }) => total + amount, 0);
    if (sum <= paid) continue;
    const others = held.filter((other) => other !== part);
    const overlap = others.some((other) => endOf(other) > part.creation.began);
    const waiting = others.some(
      ({ object, amount }) => sum - amount <= paid && wasPendingAt(object, part.creation.began),
    );
    const requirement: RequirementId = overlap
      ? 'refund.concurrent-stay-within-paid'
      : waiting
        ? 'refund.pending-counts'
        : 'refund.exceeds-paid';
    const before = others.map(({ amount }) => amount.toLocaleString('en')).join(' and ') || 'nothing';
    const what = `refunded ${before} of ${paid.toLocaleString('en')}; then ${part.amount.toLocaleString('en')} more was accepted`;
    const exchanges = held.map(({ creation }) => creation.exchange.id);
    return [checkout.violation(requirement, what, '422 `refund_exceeds_paid`', { exchanges })];
  }
  return [];
}

/** Whether `other` certainly had not failed when `part` was accepted, whichever came first. */
function certainlyCounted(other: RefundPart, part: RefundPart): boolean {
  if (endOf(other) > endOf(part) || notFailedUntil(other) < endOf(part)) return false;
  return endOf(other) < part.creation.began || notFailedUntil(part) >= endOf(other);
}

function wasPendingAt(object: ModelObject, at: number): boolean {
  return object.observedStatuses.some(({ status, began }) => status === 'pending' && began >= at);
}

const endOf = ({ creation }: RefundPart) => creation.ended ?? Number.POSITIVE_INFINITY;

/** Milliseconds of the target's time within which a refund that has succeeded is counted: "also happens" names no time. */
const COUNTED_MS = 60_000;

/** `refundedAmount`: "running total of refunds", which grows when one succeeds. */
function wrongTotals(checkout: ModelObject, parts: readonly RefundPart[], { clock }: ModelState): Violation[] {
  for (const { record, began, ended, exchange } of checkout.observedStatuses) {
    const shown = record?.refundedAmount;
    if (record === null || exchange === null || typeof shown !== 'number') continue;
    const longBefore = (at: number) => Math.max(began - at, clock.notBefore(began) - clock.notAfter(at)) >= COUNTED_MS;
    const sure = parts.filter(({ object }) =>
      object.observedStatuses.some((observed) => observed.status === 'succeeded' && longBefore(observed.ended)),
    );
    const perhaps = parts.filter((part) => !sure.includes(part) && mayHaveSucceeded(part, ended));
    const least = sum(sure);
    if (isSumOf(shown - least, perhaps)) continue;
    const most = least + sum(perhaps);
    const pending = perhaps.length < parts.length - sure.length;
    const requirement: RequirementId =
      shown > most
        ? parts.some(({ object }) => object.replays > 0)
          ? 'idempotency.refunded-once'
          : pending &&
              parts.some(
                ({ object }) => object.possible.states.has('failed') && !object.possible.states.has('succeeded'),
              )
            ? 'refund.failed-frees-amount'
            : parts.length === 0
              ? 'checkout.record-unpaid'
              : 'refund.pending-not-yet-refunded'
        : 'refund.adds-to-refunded-amount';
    const words = parts.map(
      ({ object, amount }) => `${amount.toLocaleString('en')} (${[...object.possible.states].join(' or ')})`,
    );
    const what = `GET shows \`refundedAmount\` ${shown}; refunds: ${words.join(', ') || 'none'}`;
    const allowed = least === most ? String(least) : `a sum of succeeded refunds, from ${least} to ${most}`;
    return [checkout.violation(requirement, what, allowed, { exchanges: [exchange] })];
  }
  return [];
}

function mayHaveSucceeded({ object, creation }: RefundPart, by: number): boolean {
  if (creation.began > by || !object.possible.states.has('succeeded')) return false;
  return !object.observedStatuses.some(({ status, began }) => status !== 'succeeded' && began > by);
}

const sum = (parts: readonly RefundPart[]) => parts.reduce((total, { amount }) => total + amount, 0);

function isSumOf(rest: number, parts: readonly RefundPart[]): boolean {
  if (parts.length > MAX_COMBINED) return rest >= 0 && rest <= sum(parts);
  return sumsOf(parts).has(rest);
}

/** The sums of all subsets. */
function sumsOf(parts: readonly RefundPart[]): Set<number> {
  let sums = new Set([0]);
  for (const { amount } of parts) sums = new Set([...sums, ...[...sums].map((each) => each + amount)]);
  return sums;
}

/** A refund that certainly fits must not be refused for its amount. */
function wrongRefusals(checkout: ModelObject, paid: number, parts: readonly RefundPart[]): Violation[] {
  for (const { exchange, amount } of checkout.refusedForAmount) {
    const counted = parts.filter(({ object, creation }) => {
      const failedBefore = object.observedStatuses.some(
        ({ status, ended }) => status === 'failed' && ended <= exchange.began,
      );
      return creation.began <= exchange.ended && !failedBefore;
    });
    if (sum(counted) + amount > paid) continue;
    const failed = parts.some((part) => !counted.includes(part) && part.creation.began <= exchange.ended);
    const refusedBefore = checkout.refusedForAmount.some((other) => other.exchange.ended <= exchange.began);
    const requirement: RequirementId = failed
      ? 'refund.failed-frees-amount'
      : refusedBefore
        ? 'refund.exceeding-has-no-effect'
        : 'refund.up-to-amount-paid';
    const what = `a refund of ${amount} was refused with 422 refund_exceeds_paid, though at most ${sum(counted)} of ${paid} were refunded`;
    return [checkout.violation(requirement, what, 'it is accepted', { exchanges: [exchange.id] })];
  }
  return [];
}

/** "Its message says how much is left": in kobo, or in naira with or without kobo, however the digits are grouped. */
export const remainderStated: { readonly requirement: RequirementId } = {
  requirement: 'refund.exceeds-paid-says-what-is-left',
};

function wrongMessages(checkout: ModelObject, paid: number, parts: readonly RefundPart[]): Violation[] {
  for (const { exchange, isPaid } of checkout.refusedForAmount) {
    const message = textIn(objectOf(exchange.json)?.error, 'message');
    const begun = parts.filter(({ creation }) => creation.began <= exchange.ended);
    if (!isPaid || message === null || begun.length > MAX_COMBINED) continue;
    const held = begun.filter((part) => endOf(part) < exchange.began && notFailedUntil(part) >= exchange.ended);
    const failed = begun.filter(({ object }) =>
      object.observedStatuses.some(({ status, ended }) => status === 'failed' && ended <= exchange.began),
    );
    const perhaps = begun.filter((part) => !held.includes(part) && !failed.includes(part));
    const lefts = [...sumsOf(perhaps)].map((more) => paid - sum(held) - more).filter((left) => left >= 0);
    const said = new Set(amountsSaid(message));
    // A message may say in words that nothing is left.
    if (lefts.length === 0 || lefts.some((left) => left === 0 || spellingsOf(left).some((each) => said.has(each))))
      continue;
    const due = lefts.length === 1 ? String(lefts[0]) : `one of ${lefts.join(', ')}`;
    const what = `a refund was refused with the message ${JSON.stringify(message.slice(0, 200))}`;
    return [
      checkout.violation(remainderStated.requirement, what, `it says what is left, ${due}`, {
        exchanges: [exchange.id],
      }),
    ];
  }
  return [];
}

/** As digits without separators: 1,250 kobo are 12.50 naira, or 12.5; 1,200 are 12; 2 are 0.02. */
const spellingsOf = (left: number) => [left, left / 10, left / 100].filter(Number.isInteger).map(String);
