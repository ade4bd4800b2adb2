import type { RequirementId } from '../../../register/index.ts';
import { type Exchange, textIn } from '../../events.ts';
import type { ModelObject, Violation } from '../../model-object.ts';

/** "hosted payment page address" of a checkout, "hosted page" of an escrow: the field leads to the page of this object and of no other. */
export const pageFields: Readonly<Partial<Record<ModelObject['kind'], { field: string; requirement: RequirementId }>>> =
  {
    checkout: { field: 'checkoutUrl', requirement: 'checkout.url' },
    escrow: { field: 'payUrl', requirement: 'escrow.pay-url' },
  };

/** The owner of each page address. */
export class HostedPages {
  readonly #owners = new Map<string, ModelObject>();

  shown({ id, json }: Exchange, object: ModelObject): Violation[] {
    const page = pageFields[object.kind];
    const url = page === undefined ? null : textIn(json, page.field);
    if (page === undefined || url === null || url === '') return [];
    const owner = this.#owners.get(url);
    if (owner === undefined) this.#owners.set(url, object);
    if (owner === undefined || owner === object) return [];
    const what = `\`${page.field}\` is ${url}, the page of the ${owner.subject}`;
    return [object.violation(page.requirement, what, 'a page of its own', { exchanges: [id] })];
  }
}
