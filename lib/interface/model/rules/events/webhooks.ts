import { isDeepStrictEqual } from 'node:util';
import { parseInstant } from '../../../../engine/time/instant.ts';
import type { RequirementId } from '../../../register/index.ts';
import { integerIn, objectOf, textIn, type Webhook } from '../../events.ts';
import type { ObjectKind } from '../../machine.ts';
import { anyOf, type ModelObject, type Violation } from '../../model-object.ts';
import type { ModelState } from '../../model-state.ts';
import { refundedKobo } from '../../operations.ts';
import type { Window } from '../records/possible-states.ts';

/** Milliseconds after an event from which on a GET must show what it announced. */
export const SETTLING_MS = 1_000;

/** A row of "Event kinds". */
interface EventRow {
  readonly kind: ObjectKind;
  /** The states that the object may be in once it has happened. */
  readonly after: readonly string[];
  /** "Sent when": fails unless one transition causes one event. */
  readonly oncePerTransition: RequirementId;
  /** Fails if the event is sent although it has not happened. */
  readonly unfounded: RequirementId;
  readonly amount?: { readonly requirement: RequirementId; of(object: ModelObject): number | null };
}

const ownAmount = (object: ModelObject) => integerIn(object.body, 'amount');

/** The whole amount, before the fee. After a refund in part, an event about the rest is not shown. */
const sellerAmount = (object: ModelObject) =>
  object.operations.some(({ operation }) => operation === 'refund') ? null : ownAmount(object);

/**
 * "What the buyer got"; null unless exactly one refund was requested. Also null if the escrow may have been unpaid: whether it can be refunded
 * then is not shown, and the buyer gets nothing.
 */
function buyerAmount(object: ModelObject): number | null {
  if (!object.certainSince.has('funded') && !object.certainSince.has('disputed')) return null;
  const whole = ownAmount(object);
  const [asked, ...more] = object.operations.filter(({ operation }) => operation === 'refund');
  return whole === null || asked === undefined || more.length > 0 ? null : refundedKobo(asked.exchange.body, whole);
}

export const eventRows: Readonly<Record<string, EventRow>> = {
  'payment.succeeded': {
    kind: 'checkout',
    after: ['succeeded'],
    oncePerTransition: 'webhook.payment-succeeded',
    unfounded: 'webhook.get-agrees',
    amount: { requirement: 'webhook.payment-succeeded-amount', of: ownAmount },
  },
  'payment.failed': {
    kind: 'checkout',
    after: ['failed'],
    oncePerTransition: 'webhook.payment-failed',
    unfounded: 'webhook.get-agrees',
  },
  'refund.succeeded': {
    kind: 'refund',
    after: ['succeeded'],
    oncePerTransition: 'webhook.refund-succeeded',
    unfounded: 'webhook.no-false-success',
    amount: { requirement: 'webhook.refund-succeeded-amount', of: ownAmount },
  },
  'refund.failed': {
    kind: 'refund',
    after: ['failed'],
    oncePerTransition: 'webhook.refund-failed',
    unfounded: 'webhook.get-agrees',
  },
  'payout.succeeded': {
    kind: 'payout',
    after: ['succeeded'],
    oncePerTransition: 'webhook.payout-succeeded',
    unfounded: 'webhook.no-false-success',
    amount: { requirement: 'webhook.payout-succeeded-amount', of: ownAmount },
  },
  'payout.failed': {
    kind: 'payout',
    after: ['failed'],
    oncePerTransition: 'webhook.payout-failed',
    unfounded: 'webhook.get-agrees',
  },
  'escrow.funded': {
    kind: 'escrow',
    after: ['funded', 'disputed', 'released', 'refunded'],
    oncePerTransition: 'webhook.escrow-funded',
    unfounded: 'webhook.escrow-funded',
  },
  'escrow.disputed': {
    kind: 'escrow',
    after: ['disputed', 'released', 'refunded'],
    oncePerTransition: 'webhook.escrow-disputed',
    unfounded: 'webhook.escrow-disputed',
  },
  'escrow.released': {
    kind: 'escrow',
    after: ['released', 'refunded'],
    oncePerTransition: 'webhook.escrow-released',
    unfounded: 'webhook.escrow-released',
    amount: { requirement: 'webhook.escrow-released-amount', of: sellerAmount },
  },
  'escrow.refunded': {
    kind: 'escrow',
    after: ['refunded', 'cancelled'],
    oncePerTransition: 'webhook.escrow-refunded',
    unfounded: 'webhook.escrow-refunded',
    amount: { requirement: 'webhook.escrow-refunded-amount', of: buyerAmount },
  },
  'escrow.cancelled': {
    kind: 'escrow',
    after: ['cancelled', 'expired'],
    oncePerTransition: 'webhook.escrow-cancelled',
    unfounded: 'webhook.escrow-cancelled',
  },
  'wallet.link.approved': {
    kind: 'wallet link',
    after: ['APPROVED', 'REVOKED'],
    oncePerTransition: 'webhook.link-approved',
    unfounded: 'webhook.link-approved',
  },
  'wallet.link.rejected': {
    kind: 'wallet link',
    after: ['REJECTED', 'superseded'],
    oncePerTransition: 'webhook.link-rejected',
    unfounded: 'webhook.link-rejected',
  },
  'wallet.link.expired': {
    kind: 'wallet link',
    after: ['EXPIRED', 'superseded'],
    oncePerTransition: 'webhook.link-expired',
    unfounded: 'webhook.link-expired',
  },
  'wallet.link.revoked': {
    kind: 'wallet link',
    after: ['REVOKED', 'superseded'],
    oncePerTransition: 'webhook.link-revoked',
    unfounded: 'webhook.link-revoked',
  },
};

const IDENTICAL_FIELDS = ['event', 'reference', 'amountMinor', 'currency', 'occurredAt'] as const;

interface PendingAnnouncement {
  readonly object: ModelObject;
  readonly row: EventRow;
  readonly window: Window;
}

/** Judges whether what webhooks announce can be true. */
export class Announcements {
  readonly #model: ModelState;
  readonly #open = new Map<Webhook, PendingAnnouncement>();
  /** Webhooks about another merchant's object, with what to report if the owner is still another one when the webhook settles. */
  readonly #elsewhere = new Map<Webhook, () => Violation[]>();
  /** The first webhook of each event, by environment and event id. */
  readonly #firstWebhooks = new Map<string, { webhook: Webhook; object: ModelObject }>();

  constructor(model: ModelState) {
    this.#model = model;
  }

  onWebhook(webhook: Webhook): Violation[] {
    const { payload } = webhook;
    const [event, reference] = [textIn(payload, 'event'), textIn(payload, 'reference')];
    const row = eventRows[event ?? ''];
    if (event === null || reference === null || row === undefined) return [];
    const { objects, isElsewhere } = this.#candidates(row.kind, reference, webhook);
    const [object] = objects;
    if (object === undefined || objects.length > 1) return [];
    const tell = (requirement: RequirementId, what: string, allowed: string) => [
      object.violation(requirement, `${event} (webhook ${webhook.seq}) ${what}`, allowed, { webhooks: [webhook.seq] }),
    ];
    if (isElsewhere) {
      // The owner may become known a moment later: a webhook may be recorded before the request that it is about.
      this.#elsewhere.set(webhook, () => {
        const isStill = this.#candidates(row.kind, reference, webhook).isElsewhere;
        if (!isStill) return [];
        return tell('webhook.own-address-only', `came to ${webhook.path}`, "the address of the object's merchant");
      });
      return [];
    }
    if (object.isBroken) return [];
    const wrong = [
      ...this.#idViolations(webhook, object, event, row, tell),
      ...payloadViolations(webhook, object, row, tell),
    ];
    this.#model.applyTimedTransitions(object);
    this.#open.set(webhook, { object, row, window: object.possible.openWindow() });
    return wrong;
  }

  /** SETTLING_MS after its arrival, what an event announces must be true. */
  onSettled(webhook: Webhook): Violation[] {
    const elsewhere = this.#elsewhere.get(webhook)?.();
    if (elsewhere !== undefined) return elsewhere;
    const pending = this.#open.get(webhook);
    if (pending === undefined) return [];
    this.#open.delete(webhook);
    const { object, row, window } = pending;
    if (object.isBroken) {
      object.possible.closeWindow(window);
      return [];
    }
    const event = String(webhook.payload.event);
    const had = new Set(object.possible.states);
    if (!object.possible.observe(row.after, window)) {
      object.isBroken = true;
      object.possible.forget();
      const isNothing = window.states.size === 1 && window.states.has('absent');
      const requirement = isNothing ? 'error.refused-has-no-effect' : row.unfounded;
      const what = `${event} (webhook ${webhook.seq}) came, though it was ${anyOf(window.states)}`;
      return [object.violation(requirement, what, 'no such event', { webhooks: [webhook.seq] })];
    }
    object.concludedFromWebhook ||= object.possible.states.size < had.size;
    object.addHistory(`webhook ${event}`);
    const [status] = row.after;
    if (row.after.length === 1 && status !== undefined)
      object.observedStatuses.push({
        began: webhook.at,
        ended: webhook.at + SETTLING_MS,
        status,
        record: null,
        exchange: null,
      });
    return [];
  }

  /** The objects that it may be about; `isElsewhere`: they belong to merchants who have other addresses. */
  #candidates(kind: ObjectKind, reference: string, webhook: Webhook): { objects: ModelObject[]; isElsewhere: boolean } {
    const all = (['sandbox', 'live'] as const).flatMap((environment) =>
      this.#model.objectsNamed(kind, environment, reference),
    );
    const receivers = this.#model.receivers(webhook);
    if (receivers === undefined)
      return { objects: all.filter(({ operations }) => operations.length > 0), isElsewhere: false };
    const here = all.filter(({ merchant, operations }) => receivers.has(merchant) && operations.length > 0);
    if (here.length > 0) return { objects: here, isElsewhere: false };
    const owners = all.filter(({ operations }) => operations.length > 0);
    const isElsewhere = owners.length > 0 && owners.every(({ merchant }) => this.#model.createdInThisRun(merchant));
    return { objects: isElsewhere ? owners : all.filter(({ merchant }) => receivers.has(merchant)), isElsewhere };
  }

  /** "Unique per event": all attempts of one event carry the same id. */
  #idViolations(webhook: Webhook, object: ModelObject, event: string, row: EventRow, tell: Report): Violation[] {
    const id = textIn(webhook.payload, 'id');
    if (id === null) return [];
    const name = `${object.environment} ${id}`;
    const { webhook: first, object: firstObject } = this.#firstWebhooks.get(name) ?? {};
    if (first === undefined) this.#firstWebhooks.set(name, { webhook, object });
    else if (first.payload.event !== event || firstObject !== object) {
      return tell('webhook.payload-id', `has the id ${id} of another event`, 'an id of its own');
    } else {
      const changed = IDENTICAL_FIELDS.find(
        (field) => !isDeepStrictEqual(first.payload[field], webhook.payload[field]),
      );
      if (changed !== undefined) {
        const [is, was] = [webhook.payload, first.payload].map((payload) => JSON.stringify(payload[changed]));
        return tell('delivery.retry-same-body', `has \`${changed}\` ${is}`, `${was}, as in webhook ${first.seq}`);
      }
    }
    const ids = object.events.get(event) ?? new Set();
    object.events.set(event, ids.add(id));
    if (ids.size !== 2 || first !== undefined) return [];
    return tell(
      row.oncePerTransition,
      `is a second event, ${id}`,
      `one event, ${[...ids][0]}, however often it is sent`,
    );
  }
}

type Report = (requirement: RequirementId, what: string, allowed: string) => Violation[];

function payloadViolations({ payload }: Webhook, object: ModelObject, row: EventRow, tell: Report): Violation[] {
  if (object.kind === 'wallet link') {
    const sent = objectOf(object.body);
    if (sent === null) return [];
    const due = { linkId: object.reference, linkRef: sent.linkRef, walletId: sent.walletId };
    const wrong = (['linkId', 'linkRef', 'walletId'] as const).find((field) => payload[field] !== due[field]);
    if (wrong === undefined) return [];
    const is = JSON.stringify(payload[wrong]);
    return tell('webhook.link-payload', `has \`${wrong}\` ${is}`, JSON.stringify(due[wrong]));
  }
  const fields: RequirementId = object.kind === 'escrow' ? 'webhook.escrow-payload' : 'webhook.payload-fields';
  // Amounts have no maximum in some requests: an integer may be larger than those that are exact here.
  const amount = payload.amountMinor;
  if (!Number.isInteger(amount))
    return tell(fields, `has \`amountMinor\` ${JSON.stringify(payload.amountMinor)}`, 'an integer in kobo');
  if (payload.currency !== 'NGN') return tell(fields, `has \`currency\` ${JSON.stringify(payload.currency)}`, '"NGN"');
  const occurredAt = textIn(payload, 'occurredAt');
  if (object.kind !== 'escrow' && (occurredAt === null || parseInstant(occurredAt) === undefined))
    return tell(fields, `has \`occurredAt\` ${JSON.stringify(payload.occurredAt)}`, 'an ISO 8601 date-time');
  const due = row.amount?.of(object) ?? null;
  if (due === null || amount === due || row.amount === undefined) return [];
  return tell(row.amount.requirement, `has \`amountMinor\` ${amount}`, String(due));
}
