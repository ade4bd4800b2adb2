import { parseInstant } from '../../../../engine/time/instant.ts';
import type { RequirementId } from '../../../register/index.ts';
import { type Exchange, objectOf, textIn } from '../../events.ts';
import type { Rule, Violation } from '../../model-object.ts';
import type { ModelState } from '../../model-state.ts';
import { isCertainlyValidBody, isCertainlyValidReference } from '../requests/certainly-valid.ts';

// "Same linkRef returns the same link"; "200 with the same body when linkRef already exists" (Wallet link, Endpoints).

/** The fields of a link's body that no later state changes. Whether `status` is the first or the present one can be read both ways. */
export const PERMANENT_FIELDS = ['linkId', 'linkRef', 'walletId', 'walletName', 'expiresAt'] as const;

export const oneLinkPerRef: { readonly requirement: RequirementId } = { requirement: 'wallet-link.one-of-a-ref' };

/** "new linkRef": 201, and a link of its own. */
export const newRef: { readonly requirement: RequirementId } = { requirement: 'wallet-link.created' };

export class KnownRefs implements Rule {
  readonly #model: ModelState;
  /** The exchange that created each linkRef of each merchant (201). */
  readonly #created = new Map<string, Exchange>();
  /** Every linkRef that was sent, with the only request that has it; null: there were several, or its key was used before. */
  readonly #sent = new Map<string, Exchange | null>();
  readonly #keys = new Set<string>();
  /** All successful requests for each linkRef. */
  readonly #accepted = new Map<string, Exchange[]>();

  constructor(model: ModelState) {
    this.#model = model;
  }

  onRequest(exchange: Exchange): void {
    const { method, path, environment, merchant, body, key } = exchange;
    const linkRef = textIn(body, 'linkRef');
    if (method !== 'POST' || path.join('/') !== 'wallet-links' || linkRef === null) return;
    const name = `${environment} ${merchant} ${linkRef}`;
    const isKeyUsed = key !== null && this.#keys.has(`${merchant} ${key}`);
    this.#sent.set(name, this.#sent.has(name) || isKeyUsed ? null : exchange);
    this.#keys.add(`${merchant} ${key}`);
  }

  onResponse(exchange: Exchange): Violation[] {
    const { method, path, status, credentials, isReplay, environment, merchant, body } = exchange;
    const linkRef = textIn(body, 'linkRef');
    if (method !== 'POST' || path.join('/') !== 'wallet-links' || linkRef === null || credentials !== 'own') return [];
    if (isReplay || (status !== 200 && status !== 201)) return [];
    const name = `${environment} ${merchant} ${linkRef}`;
    if (
      status === 200 &&
      this.#sent.get(name) === exchange &&
      isUsual(exchange) &&
      this.#model.createdInThisRun(merchant)
    ) {
      const link = this.#model.object('wallet link', environment, merchant, textIn(exchange.json, 'linkId') ?? '');
      const what = `a request with the new linkRef ${linkRef} was answered 200, with the link ${link.reference}`;
      return [link.violation(newRef.requirement, what, '201 with a new link', { exchanges: [exchange.id] })];
    }
    const asked = this.#accepted.get(name) ?? [];
    this.#accepted.set(name, [...asked, exchange]);
    const concurrentViolation = this.#atOnce(exchange, asked);
    if (concurrentViolation !== null) return [concurrentViolation];
    const created = this.#created.get(name);
    if (created === undefined) {
      if (status === 201) this.#created.set(name, exchange);
      return [];
    }
    // Of requests that overlap, either may be the first; `#concurrentViolation` compares their links.
    if (created.ended >= exchange.began) return [];
    const renamed = this.#model.wallets.of(environment, textIn(created.json, 'walletId') ?? '');
    const wasRenamed = renamed.some(({ began, ended }) => ended >= created.began && began <= exchange.ended);
    const wrong = wrongIn(created, exchange, wasRenamed);
    if (wrong === null) return [];
    const link = this.#model.object('wallet link', environment, merchant, textIn(created.json, 'linkId') ?? '');
    const isPending = link.possible.states.has('PENDING');
    const requirement: RequirementId = isPending ? 'wallet-link.known-ref' : 'wallet-link.known-ref-later';
    const allowed = '200 with the body of the link that has this linkRef';
    return [link.violation(requirement, wrong, allowed, { exchanges: [created.id, exchange.id] })];
  }

  #atOnce(exchange: Exchange, asked: readonly Exchange[]): Violation | null {
    const { environment, merchant, began, id } = exchange;
    for (const other of asked) {
      const what = other.ended >= began ? createdTwice(exchange, other) : null;
      if (what === null) continue;
      const link = this.#model.object('wallet link', environment, merchant, textIn(other.json, 'linkId') ?? '');
      const allowed = 'one link, and 201 for one of them at most';
      return link.violation(oneLinkPerRef.requirement, what, allowed, { exchanges: [other.id, id] });
    }
    return null;
  }
}

/** No target reads its body, or its linkRef, in another way. */
const isUsual = (exchange: Exchange) =>
  isCertainlyValidBody(exchange) && isCertainlyValidReference(textIn(exchange.body, 'linkRef'));

/** Of requests that overlap, one creates the link and the others return it. */
function createdTwice(one: Exchange, other: Exchange): string | null {
  const [mine, theirs] = [textIn(one.json, 'linkId'), textIn(other.json, 'linkId')];
  if (mine !== null && theirs !== null && mine !== theirs)
    return `two requests at once with its linkRef got different links, ${theirs} and ${mine}`;
  // With one key the second may be a replay: whether wallet links support keys, and mark replays, is not shown.
  const isOneKey = one.key !== null && one.key === other.key;
  return one.status === 201 && other.status === 201 && !isOneKey
    ? 'two requests at once with its linkRef were both answered 201'
    : null;
}

function wrongIn(first: Exchange, { status, json }: Exchange, wasRenamed: boolean): string | null {
  const [was, is] = [objectOf(first.json), objectOf(json)];
  const linkId = textIn(is, 'linkId');
  if (status === 201) return `a request with its linkRef was answered 201, with the link ${linkId ?? ''}`;
  const field = PERMANENT_FIELDS.find((each) => {
    const [before, now] = [was?.[each], is?.[each]];
    if (before === undefined || before === now || (each === 'walletName' && wasRenamed)) return false;
    return each !== 'expiresAt' || parseInstant(String(before)) !== parseInstant(String(now));
  });
  if (field === undefined) return null;
  return `a request with its linkRef was answered 200 with \`${field}\` ${JSON.stringify(is?.[field])}, and when it was created with ${JSON.stringify(was?.[field])}`;
}
