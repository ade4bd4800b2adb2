import { isDeepStrictEqual } from 'node:util';
import { parseInstant } from '../../../../engine/time/instant.ts';
import type { RequirementId } from '../../../register/index.ts';
import { integerIn, objectOf, textIn, type Webhook } from '../../events.ts';
import type { Kind } from '../../machine.ts';
import { refundedOf } from '../../operations.ts';
import { anyOf, type Thing, type Violation } from '../../things.ts';
import type { World } from '../../world.ts';
import type { Window } from '../records/life.ts';

/** Milliseconds after an event from which on a GET must show what it announced. */
export const SETTLING_MS = 1_000;

/** A row of "Event kinds". */
interface EventRow {
  readonly kind: Kind;
  /** The states that the object may be in once it has happened. */
  readonly after: readonly string[];
  /** "Sent when": fails unless one transition causes one event. */
  readonly sent: RequirementId;
  /** Fails if the event is sent although it has not happened. */
  readonly false: RequirementId;
  readonly amount?: { readonly requirement: RequirementId; of(thing: Thing): number | null };
}

const ownAmount = (thing: Thing) => integerIn(thing.body, 'amount');

/** The whole amount, before the fee. After a refund in part, an event about the rest is not shown. */
const sellersShare = (thing: Thing) =>
  thing.operations.some(({ operation }) => operation === 'refund') ? null : ownAmount(thing);

/** "What the buyer got"; null unless exactly one refund was requested. */
function buyersPart(thing: Thing): number | null {
  const whole = ownAmount(thing);
  const [asked, ...more] = thing.operations.filter(({ operation }) => operation === 'refund');
  return whole === null || asked === undefined || more.length > 0 ? null : refundedOf(asked.exchange.body, whole);
}

export const eventRows: Readonly<Record<string, EventRow>> = {
  'payment.succeeded': {
    kind: 'checkout',
    after: ['succeeded'],
    sent: 'webhook.payment-succeeded',
    false: 'webhook.get-agrees',
    amount: { requirement: 'webhook.payment-succeeded-amount', of: ownAmount },
  },
  'payment.failed': {
    kind: 'checkout',
    after: ['failed'],
    sent: 'webhook.payment-failed',
    false: 'webhook.get-agrees',
  },
  'refund.succeeded': {
    kind: 'refund',
    after: ['succeeded'],
    sent: 'webhook.refund-succeeded',
    false: 'webhook.no-false-success',
    amount: { requirement: 'webhook.refund-succeeded-amount', of: ownAmount },
  },
  'refund.failed': { kind: 'refund', after: ['failed'], sent: 'webhook.refund-failed', false: 'webhook.get-agrees' },
  'payout.succeeded': {
    kind: 'payout',
    after: ['succeeded'],
    sent: 'webhook.payout-succeeded',
    false: 'webhook.no-false-success',
    amount: { requirement: 'webhook.payout-succeeded-amount', of: ownAmount },
  },
  'payout.failed': { kind: 'payout', after: ['failed'], sent: 'webhook.payout-failed', false: 'webhook.get-agrees' },
  'escrow.funded': {
    kind: 'escrow',
    after: ['funded', 'disputed', 'released', 'refunded'],
    sent: 'webhook.escrow-funded',
    false: 'webhook.escrow-funded',
  },
  'escrow.disputed': {
    kind: 'escrow',
    after: ['disputed', 'released', 'refunded'],
    sent: 'webhook.escrow-disputed',
    false: 'webhook.escrow-disputed',
  },
  'escrow.released': {
    kind: 'escrow',
    after: ['released', 'refunded'],
    sent: 'webhook.escrow-released',
    false: 'webhook.escrow-released',
    amount: { requirement: 'webhook.escrow-released-amount', of: sellersShare },
  },
  'escrow.refunded': {
    kind: 'escrow',
    after: ['refunded', 'cancelled'],
    sent: 'webhook.escrow-refunded',
    false: 'webhook.escrow-refunded',
    amount: { requirement: 'webhook.escrow-refunded-amount', of: buyersPart },
  },
  'escrow.cancelled': {
    kind: 'escrow',
    after: ['cancelled', 'expired'],
    sent: 'webhook.escrow-cancelled',
    false: 'webhook.escrow-cancelled',
  },
  'wallet.link.approved': {
    kind: 'wallet link',
    after: ['APPROVED', 'REVOKED'],
    sent: 'webhook.link-approved',
    false: 'webhook.link-approved',
  },
  'wallet.link.rejected': {
    kind: 'wallet link',
    after: ['REJECTED', 'superseded'],
    sent: 'webhook.link-rejected',
    false: 'webhook.link-rejected',
  },
  'wallet.link.expired': {
    kind: 'wallet link',
    after: ['EXPIRED', 'superseded'],
    sent: 'webhook.link-expired',
    false: 'webhook.link-expired',
  },
  'wallet.link.revoked': {
    kind: 'wallet link',
    after: ['REVOKED', 'superseded'],
    sent: 'webhook.link-revoked',
    false: 'webhook.link-revoked',
  },
};

const NAMED = ['event', 'reference', 'amountMinor', 'currency', 'occurredAt'] as const;

interface Open {
  readonly thing: Thing;
  readonly row: EventRow;
  readonly window: Window;
}

/** Judges whether what webhooks announce can be true. */
export class Announcements {
  readonly #world: World;
  readonly #open = new Map<Webhook, Open>();
  /** Webhooks about another merchant's object, with what to report if the owner is still another one when the webhook settles. */
  readonly #elsewhere = new Map<Webhook, () => Violation[]>();
  /** The first webhook of each event, by environment and event id. */
  readonly #known = new Map<string, { webhook: Webhook; thing: Thing }>();

  constructor(world: World) {
    this.#world = world;
  }

  came(webhook: Webhook): Violation[] {
    const { payload } = webhook;
    const [event, reference] = [textIn(payload, 'event'), textIn(payload, 'reference')];
    const row = eventRows[event ?? ''];
    if (event === null || reference === null || row === undefined) return [];
    const { things, isElsewhere } = this.#about(row.kind, reference, webhook);
    const [thing] = things;
    if (thing === undefined || things.length > 1) return [];
    const tell = (requirement: RequirementId, what: string, allowed: string) => [
      thing.violation(requirement, `${event} (webhook ${webhook.seq}) ${what}`, allowed, { webhooks: [webhook.seq] }),
    ];
    if (isElsewhere) {
      // The owner may become known a moment later: a webhook may be recorded before the request that it is about.
      this.#elsewhere.set(webhook, () => {
        const isStill = this.#about(row.kind, reference, webhook).isElsewhere;
        if (!isStill) return [];
        return tell('webhook.own-address-only', `came to ${webhook.path}`, "the address of the object's merchant");
      });
      return [];
    }
    if (thing.isBroken) return [];
    const wrong = [...this.#identity(webhook, thing, event, row, tell), ...payloadOf(webhook, thing, row, tell)];
    this.#world.passes(thing);
    this.#open.set(webhook, { thing, row, window: thing.life.opens() });
    return wrong;
  }

  /** SETTLING_MS after its arrival, what an event announces must be true. */
  settled(webhook: Webhook): Violation[] {
    const elsewhere = this.#elsewhere.get(webhook)?.();
    if (elsewhere !== undefined) return elsewhere;
    const open = this.#open.get(webhook);
    if (open === undefined) return [];
    this.#open.delete(webhook);
    const { thing, row, window } = open;
    if (thing.isBroken) {
      thing.life.closes(window);
      return [];
    }
    const event = String(webhook.payload.event);
    const had = new Set(thing.life.possible);
    if (!thing.life.sees(row.after, window)) {
      thing.isBroken = true;
      thing.life.forget();
      const isNothing = window.states.size === 1 && window.states.has('absent');
      const requirement = isNothing ? 'error.refused-has-no-effect' : row.false;
      const what = `${event} (webhook ${webhook.seq}) came, though it was ${anyOf(window.states)}`;
      return [thing.violation(requirement, what, 'no such event', { webhooks: [webhook.seq] })];
    }
    thing.announced ||= thing.life.possible.size < had.size;
    thing.tells(`webhook ${event}`);
    const [status] = row.after;
    if (row.after.length === 1 && status !== undefined)
      thing.sights.push({ began: webhook.at, ended: webhook.at + SETTLING_MS, status, record: null, exchange: null });
    return [];
  }

  /** The objects that it may be about; `isElsewhere`: they belong to merchants who have other addresses. */
  #about(kind: Kind, reference: string, webhook: Webhook): { things: Thing[]; isElsewhere: boolean } {
    const all = (['sandbox', 'live'] as const).flatMap((environment) =>
      this.#world.named(kind, environment, reference),
    );
    const receivers = this.#world.receivers(webhook);
    if (receivers === undefined)
      return { things: all.filter(({ operations }) => operations.length > 0), isElsewhere: false };
    const here = all.filter(({ merchant, operations }) => receivers.has(merchant) && operations.length > 0);
    if (here.length > 0) return { things: here, isElsewhere: false };
    const owners = all.filter(({ operations }) => operations.length > 0);
    const isElsewhere = owners.length > 0 && owners.every(({ merchant }) => this.#world.isOurs(merchant));
    return { things: isElsewhere ? owners : all.filter(({ merchant }) => receivers.has(merchant)), isElsewhere };
  }

  /** "Unique per event": all attempts of one event carry the same id. */
  #identity(webhook: Webhook, thing: Thing, event: string, row: EventRow, tell: Tell): Violation[] {
    const id = textIn(webhook.payload, 'id');
    if (id === null) return [];
    const name = `${thing.environment} ${id}`;
    const { webhook: first, thing: firstThing } = this.#known.get(name) ?? {};
    if (first === undefined) this.#known.set(name, { webhook, thing });
    else if (first.payload.event !== event || firstThing !== thing) {
      return tell('webhook.payload-id', `has the id ${id} of another event`, 'an id of its own');
    } else {
      const changed = NAMED.find((field) => !isDeepStrictEqual(first.payload[field], webhook.payload[field]));
      if (changed !== undefined) {
        const [is, was] = [webhook.payload, first.payload].map((payload) => JSON.stringify(payload[changed]));
        return tell('delivery.retry-same-body', `has \`${changed}\` ${is}`, `${was}, as in webhook ${first.seq}`);
      }
    }
    const ids = thing.events.get(event) ?? new Set();
    thing.events.set(event, ids.add(id));
    if (ids.size !== 2 || first !== undefined) return [];
    return tell(row.sent, `is a second event, ${id}`, `one event, ${[...ids][0]}, however often it is sent`);
  }
}

type Tell = (requirement: RequirementId, what: string, allowed: string) => Violation[];

function payloadOf({ payload }: Webhook, thing: Thing, row: EventRow, tell: Tell): Violation[] {
  if (thing.kind === 'wallet link') {
    const sent = objectOf(thing.body);
    if (sent === null) return [];
    const due = { linkId: thing.reference, linkRef: sent.linkRef, walletId: sent.walletId };
    const wrong = (['linkId', 'linkRef', 'walletId'] as const).find((field) => payload[field] !== due[field]);
    if (wrong === undefined) return [];
    const is = JSON.stringify(payload[wrong]);
    return tell('webhook.link-payload', `has \`${wrong}\` ${is}`, JSON.stringify(due[wrong]));
  }
  const fields: RequirementId = thing.kind === 'escrow' ? 'webhook.escrow-payload' : 'webhook.payload-fields';
  const amount = integerIn(payload, 'amountMinor');
  if (amount === null)
    return tell(fields, `has \`amountMinor\` ${JSON.stringify(payload.amountMinor)}`, 'an integer in kobo');
  if (payload.currency !== 'NGN') return tell(fields, `has \`currency\` ${JSON.stringify(payload.currency)}`, '"NGN"');
  const occurredAt = textIn(payload, 'occurredAt');
  if (thing.kind !== 'escrow' && (occurredAt === null || parseInstant(occurredAt) === undefined))
    return tell(fields, `has \`occurredAt\` ${JSON.stringify(payload.occurredAt)}`, 'an ISO 8601 date-time');
  const due = row.amount?.of(thing) ?? null;
  if (due === null || amount === due || row.amount === undefined) return [];
  return tell(row.amount.requirement, `has \`amountMinor\` ${amount}`, String(due));
}
