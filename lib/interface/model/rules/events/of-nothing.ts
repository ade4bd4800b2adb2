import type { RequirementId } from '../../../register/index.ts';
import { type Exchange, textIn, type Webhook } from '../../events.ts';
import type { Kind } from '../../machine.ts';
import { isAccepted, isUnknown, matterOf } from '../../operations.ts';
import { hasPlainBody } from '../../plain.ts';
import type { Violation, Watcher } from '../../things.ts';
import type { World } from '../../world.ts';
import { eventRows } from './webhooks.ts';

// "The merchant's reference of the checkout, refund or payout" (Payload), "`reference` (equal to linkId)": an event is
// about something that its merchant created. Judged at the end: a webhook may be recorded before the request that it is
// about.

export const ofNothing: { readonly requirement: RequirementId } = { requirement: 'webhook.payload-reference' };

export class EventsOfNothing implements Watcher {
  readonly #world: World;
  readonly #heard: Webhook[] = [];
  /** Merchants whose requests are recorded; requests are not, where both environments have one address. */
  readonly #seen = new Set<string>();
  /** Merchants that have created, or may have created, something whose reference is unknown. */
  readonly #unclear = new Set<string>();

  constructor(world: World) {
    this.#world = world;
  }

  answered(exchange: Exchange): Violation[] {
    const { method, merchant, credentials } = exchange;
    if (credentials === 'own') this.#seen.add(merchant);
    if (method !== 'POST' || !(isUnknown(exchange) || isAccepted(exchange))) return [];
    const matter = matterOf(exchange);
    // The reference is unknown: the creation of a link was not answered, the target may read the path or body
    // differently, or the credentials are unknown.
    const isUnclear = matter === null || (matter.operation === 'create' && !hasPlainBody(exchange));
    if (isUnclear || credentials === 'unknown') this.#unclear.add(merchant);
    return [];
  }

  heard(webhook: Webhook): void {
    this.#heard.push(webhook);
  }

  conclude(): Violation[] {
    const seen = new Set<string>();
    return this.#heard.flatMap((webhook) => {
      const [event, reference] = ['event', 'reference'].map((field) => textIn(webhook.payload, field));
      const kind = eventRows[event ?? '']?.kind;
      if (kind === undefined || reference == null || seen.has(`${event} ${reference}`)) return [];
      if (!this.#isOfNobody(webhook, kind, reference)) return [];
      seen.add(`${event} ${reference}`);
      const { requirement } = ofNothing;
      const what = `it came to a merchant who has no ${kind} of that name (webhook ${webhook.seq})`;
      const subject = `\`${event}\` for ${reference}`;
      const allowed = 'the reference of what the merchant created, or the id of its link';
      return [{ requirement, subject, history: [], what, allowed, exchanges: [], webhooks: [webhook.seq] }];
    });
  }

  #isOfNobody(webhook: Webhook, kind: Kind, reference: string): boolean {
    const [merchant, ...more] = this.#world.receivers(webhook) ?? [];
    if (merchant === undefined || more.length > 0 || !this.#world.isOurs(merchant)) return false;
    if (!this.#seen.has(merchant) || this.#unclear.has(merchant)) return false;
    return (['sandbox', 'live'] as const).every((each) => this.#world.named(kind, each, reference).length === 0);
  }
}
