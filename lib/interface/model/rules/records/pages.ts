import type { RequirementId } from '../../../register/index.ts';
import { type Exchange, textIn } from '../../events.ts';
import type { Thing, Violation } from '../../things.ts';

/** "hosted payment page address" of a checkout, "hosted page" of an escrow: the field leads to the page of this object and of no other. */
export const pageFields: Readonly<Partial<Record<Thing['kind'], { field: string; requirement: RequirementId }>>> = {
  checkout: { field: 'checkoutUrl', requirement: 'checkout.url' },
  escrow: { field: 'payUrl', requirement: 'escrow.pay-url' },
};

/** The owner of each page address. */
export class HostedPages {
  readonly #owners = new Map<string, Thing>();

  shown({ id, json }: Exchange, thing: Thing): Violation[] {
    const page = pageFields[thing.kind];
    const url = page === undefined ? null : textIn(json, page.field);
    if (page === undefined || url === null || url === '') return [];
    const owner = this.#owners.get(url);
    if (owner === undefined) this.#owners.set(url, thing);
    if (owner === undefined || owner === thing) return [];
    const what = `\`${page.field}\` is ${url}, the page of the ${owner.subject}`;
    return [thing.violation(page.requirement, what, 'a page of its own', { exchanges: [id] })];
  }
}
