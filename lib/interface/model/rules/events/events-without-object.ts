import type { RequirementId } from '../../../register/index.ts';
import { type Exchange, textIn, type Webhook } from '../../events.ts';
import type { ObjectKind } from '../../machine.ts';
import type { Rule, Violation } from '../../model-object.ts';
import type { ModelState } from '../../model-state.ts';
import { isAccepted, isUnknown, subjectOf } from '../../operations.ts';
import { isCertainlyValidBody } from '../requests/certainly-valid.ts';
import { eventRows } from './webhooks.ts';

// "The merchant's reference of the checkout, refund or payout" (Payload), "`reference` (equal to linkId)": an event is
// about something that its merchant created. Judged at the end: a webhook may be recorded before the request that it is
// about.

export const eventWithoutObject: { readonly requirement: RequirementId } = { requirement: 'webhook.payload-reference' };

export class EventsWithoutObject implements Rule {
  readonly #model: ModelState;
  readonly #webhooks: Webhook[] = [];
  /** Merchants whose requests are recorded; requests are not, where both environments have one address. */
  readonly #seen = new Set<string>();
  /** Merchants that have created, or may have created, something whose reference is unknown. */
  readonly #merchantsWithUnknownObjects = new Set<string>();

  constructor(model: ModelState) {
    this.#model = model;
  }

  onResponse(exchange: Exchange): Violation[] {
    const { method, merchant, credentials } = exchange;
    if (credentials === 'own') this.#seen.add(merchant);
    if (method !== 'POST' || !(isUnknown(exchange) || isAccepted(exchange))) return [];
    const subject = subjectOf(exchange);
    // The reference is unknown: the creation of a link was not answered, the target may read the path or body
    // differently, or the credentials are unknown.
    const isUnclear = subject === null || (subject.operation === 'create' && !isCertainlyValidBody(exchange));
    if (isUnclear || credentials === 'unknown') this.#merchantsWithUnknownObjects.add(merchant);
    return [];
  }

  onWebhook(webhook: Webhook): void {
    this.#webhooks.push(webhook);
  }

  conclude(): Violation[] {
    const recordedMerchants = new Set<string>();
    return this.#webhooks.flatMap((webhook) => {
      const [event, reference] = ['event', 'reference'].map((field) => textIn(webhook.payload, field));
      const kind = eventRows[event ?? '']?.kind;
      if (kind === undefined || reference == null || recordedMerchants.has(`${event} ${reference}`)) return [];
      if (!this.#hasNoObject(webhook, kind, reference)) return [];
      recordedMerchants.add(`${event} ${reference}`);
      const { requirement } = eventWithoutObject;
      const what = `it came to a merchant who has no ${kind} of that name (webhook ${webhook.seq})`;
      const subject = `\`${event}\` for ${reference}`;
      const allowed = 'the reference of what the merchant created, or the id of its link';
      return [{ requirement, subject, history: [], what, allowed, exchanges: [], webhooks: [webhook.seq] }];
    });
  }

  #hasNoObject(webhook: Webhook, kind: ObjectKind, reference: string): boolean {
    const [merchant, ...more] = this.#model.receivers(webhook) ?? [];
    if (merchant === undefined || more.length > 0 || !this.#model.createdInThisRun(merchant)) return false;
    if (!this.#seen.has(merchant) || this.#merchantsWithUnknownObjects.has(merchant)) return false;
    return (['sandbox', 'live'] as const).every((each) => this.#model.objectsNamed(kind, each, reference).length === 0);
  }
}
