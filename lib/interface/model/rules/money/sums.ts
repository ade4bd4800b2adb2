import type { RequirementId } from '../../../register/index.ts';
import { amountsSaid } from '../../../wire/amounts-said.ts';
import { integerIn, objectOf, textIn } from '../../events.ts';
import type { Operation } from '../../operations.ts';
import type { Thing, Violation } from '../../things.ts';
import type { World } from '../../world.ts';

// Sums over the refunds of a checkout, judged at the end, when most is known: a refund that finally succeeded counted
// from its creation on.

/** A refund of the checkout. */
interface Part {
  readonly thing: Thing;
  readonly amount: number;
  readonly creation: Operation;
}

/** Up to this many refunds of unknown outcome are tried in every combination; for more, only the bounds are compared. */
const FEW = 14;

export function concludeSums(world: World): Violation[] {
  const checkouts = [...world.things].filter(({ kind, creation }) => kind === 'checkout' && creation !== null);
  return checkouts.flatMap((checkout) => {
    const paid = integerIn(checkout.body, 'amount');
    const parts = partsOf(checkout, world);
    if (paid === null || parts === null) return [];
    return [
      ...exceeding(checkout, paid, parts),
      ...wrongTotals(checkout, parts),
      ...wrongRefusals(checkout, paid, parts),
      ...wrongMessages(checkout, paid, parts),
    ];
  });
}

/** Null where an amount is unknown. */
function partsOf(checkout: Thing, world: World): Part[] | null {
  const parts: Part[] = [];
  const creations = checkout.operations.filter(({ kind }) => kind === 'refund');
  for (const [thing, own] of Map.groupBy(creations, (creation) => world.of(creation, checkout))) {
    const isOfThis = (operation: Operation) => own.includes(operation);
    // A refund that another request created under this reference is not this checkout's; if several may have created
    // it, that is unknown.
    if (thing.creation !== null && !isOfThis(thing.creation)) continue;
    if (thing.creation === null && !thing.operations.every(isOfThis)) return null;
    // A request whose response was lost created nothing if another one was accepted.
    const known = own.filter(({ ended }) => ended !== null);
    const [creation, ...more] = known.length > 0 ? known : own;
    const amount = integerIn(creation?.exchange.body, 'amount');
    if (creation === undefined || amount === null || amount < 1 || more.length > 0 || thing.isBroken) return null;
    parts.push({ thing, amount, creation });
  }
  return parts;
}

/** The last moment at which it certainly had not failed. */
function heldUntil({ thing }: Part): number {
  if (!thing.life.possible.has('failed')) return Number.POSITIVE_INFINITY;
  return Math.max(0, ...thing.sights.filter(({ status }) => status !== 'failed').map(({ began }) => began));
}

/** "The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid" (behaviour rule 3). */
function exceeding(checkout: Thing, paid: number, parts: readonly Part[]): Violation[] {
  const accepted = parts.filter(({ creation }) => creation.ended !== null);
  for (const part of accepted.sort((a, b) => endOf(a) - endOf(b))) {
    const held = accepted.filter((other) => other === part || surelyHeld(other, part));
    const sum = held.reduce((total, { amount }) => total + amount, 0);
    if (sum <= paid) continue;
    const others = held.filter((other) => other !== part);
    const overlap = others.some((other) => endOf(other) > part.creation.began);
    const waiting = others.some(
      ({ thing, amount }) => sum - amount <= paid && wasPendingAt(thing, part.creation.began),
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
function surelyHeld(other: Part, part: Part): boolean {
  if (endOf(other) > endOf(part) || heldUntil(other) < endOf(part)) return false;
  return endOf(other) < part.creation.began || heldUntil(part) >= endOf(other);
}

function wasPendingAt(thing: Thing, at: number): boolean {
  return thing.sights.some(({ status, began }) => status === 'pending' && began >= at);
}

const endOf = ({ creation }: Part) => creation.ended ?? Number.POSITIVE_INFINITY;

/** `refundedAmount`: "running total of refunds", which grows when one succeeds. */
function wrongTotals(checkout: Thing, parts: readonly Part[]): Violation[] {
  for (const { record, began, ended, exchange } of checkout.sights) {
    const shown = record?.refundedAmount;
    if (record === null || exchange === null || typeof shown !== 'number') continue;
    const sure = parts.filter(({ thing }) =>
      thing.sights.some((sight) => sight.status === 'succeeded' && sight.ended <= began),
    );
    const perhaps = parts.filter((part) => !sure.includes(part) && mayHaveSucceeded(part, ended));
    const least = sum(sure);
    if (isSumOf(shown - least, perhaps)) continue;
    const most = least + sum(perhaps);
    const pending = perhaps.length < parts.length - sure.length;
    const requirement: RequirementId =
      shown > most
        ? parts.some(({ thing }) => thing.replays > 0)
          ? 'idempotency.refunded-once'
          : pending &&
              parts.some(({ thing }) => thing.life.possible.has('failed') && !thing.life.possible.has('succeeded'))
            ? 'refund.failed-frees-amount'
            : parts.length === 0
              ? 'checkout.record-unpaid'
              : 'refund.pending-not-yet-refunded'
        : 'refund.adds-to-refunded-amount';
    const words = parts.map(
      ({ thing, amount }) => `${amount.toLocaleString('en')} (${[...thing.life.possible].join(' or ')})`,
    );
    const what = `GET shows \`refundedAmount\` ${shown}; refunds: ${words.join(', ') || 'none'}`;
    const allowed = least === most ? String(least) : `a sum of succeeded refunds, from ${least} to ${most}`;
    return [checkout.violation(requirement, what, allowed, { exchanges: [exchange] })];
  }
  return [];
}

function mayHaveSucceeded({ thing, creation }: Part, by: number): boolean {
  if (creation.began > by || !thing.life.possible.has('succeeded')) return false;
  return !thing.sights.some(({ status, began }) => status !== 'succeeded' && began > by);
}

const sum = (parts: readonly Part[]) => parts.reduce((total, { amount }) => total + amount, 0);

function isSumOf(rest: number, parts: readonly Part[]): boolean {
  if (parts.length > FEW) return rest >= 0 && rest <= sum(parts);
  return sumsOf(parts).has(rest);
}

/** The sums of all subsets. */
function sumsOf(parts: readonly Part[]): Set<number> {
  let sums = new Set([0]);
  for (const { amount } of parts) sums = new Set([...sums, ...[...sums].map((each) => each + amount)]);
  return sums;
}

/** A refund that certainly fits must not be refused for its amount. */
function wrongRefusals(checkout: Thing, paid: number, parts: readonly Part[]): Violation[] {
  for (const { exchange, amount } of checkout.tooMuch) {
    const counted = parts.filter(({ thing, creation }) => {
      const failedBefore = thing.sights.some(({ status, ended }) => status === 'failed' && ended <= exchange.began);
      return creation.began <= exchange.ended && !failedBefore;
    });
    if (sum(counted) + amount > paid) continue;
    const failed = parts.some((part) => !counted.includes(part) && part.creation.began <= exchange.ended);
    const refusedBefore = checkout.tooMuch.some((other) => other.exchange.ended <= exchange.began);
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
export const leftSaid: { readonly requirement: RequirementId } = {
  requirement: 'refund.exceeds-paid-says-what-is-left',
};

function wrongMessages(checkout: Thing, paid: number, parts: readonly Part[]): Violation[] {
  for (const { exchange, isPaid } of checkout.tooMuch) {
    const message = textIn(objectOf(exchange.json)?.error, 'message');
    const begun = parts.filter(({ creation }) => creation.began <= exchange.ended);
    if (!isPaid || message === null || begun.length > FEW) continue;
    const held = begun.filter((part) => endOf(part) < exchange.began && heldUntil(part) >= exchange.ended);
    const failed = begun.filter(({ thing }) =>
      thing.sights.some(({ status, ended }) => status === 'failed' && ended <= exchange.began),
    );
    const perhaps = begun.filter((part) => !held.includes(part) && !failed.includes(part));
    const lefts = [...sumsOf(perhaps)].map((more) => paid - sum(held) - more).filter((left) => left >= 0);
    const said = new Set(amountsSaid(message));
    // A message may say in words that nothing is left.
    if (lefts.length === 0 || lefts.some((left) => left === 0 || waysToSay(left).some((each) => said.has(each))))
      continue;
    const due = lefts.length === 1 ? String(lefts[0]) : `one of ${lefts.join(', ')}`;
    const what = `a refund was refused with the message ${JSON.stringify(message.slice(0, 200))}`;
    return [
      checkout.violation(leftSaid.requirement, what, `it says what is left, ${due}`, { exchanges: [exchange.id] }),
    ];
  }
  return [];
}

/** As digits without separators: 1,250 kobo are 12.50 naira, or 12.5; 1,200 are 12; 2 are 0.02. */
const waysToSay = (left: number) => [left, left / 10, left / 100].filter(Number.isInteger).map(String);
