import type { Delivery, DeliveryClass } from '../../webhooks/server.ts';
import { verify } from '../../webhooks/signature.ts';
import { isMarked, type Mark } from '../disguise/names.ts';

/** How many genuine deliveries are remembered, to recognise them when they are repeated. */
const MAX_KNOWN_SIGNATURES = 200_000;

/** With more secrets than this at one path, trying them all takes more time than a flood leaves. */
const MAX_SECRETS_TRIED = 4;

/** In that case, at most this many deliveries a second that contain no name of this run are tried with every secret. */
const MAX_TRIED_PER_SECOND = 50;

/**
 * Determines where a delivery comes from. Anyone may send to a capture server on a public address. A delivery with a valid second
 * signature, by a secret of a merchant of this path, is genuine. The first signature covers the body alone: anyone who has seen one
 * webhook can send it again with another timestamp, and the first signature holds. So a delivery with no other valid signature may be
 * such an altered replay, or come from a target that signs wrongly: it is `claimed`, and checks judge its signature. So is a delivery
 * that is badly signed but contains a name with this run's mark, as every reference that the run makes up does. All others are foreign.
 */
export class DeliveryClassifier {
  readonly #mark: Mark;
  readonly #secrets = new Map<string, string[]>();
  readonly #knownSignatures = new Set<string>();
  #triedInSecond = 0;
  #secondBeganAt = 0;

  /** `mark`: recognises names of this run, which no other sender can know while the run lasts. */
  constructor(mark: Mark) {
    this.#mark = mark;
  }

  /** A merchant's webhooks arrive at this path; `secret` is null if it is unknown. After a rotation the old secret stays valid as well. */
  registerSecret(path: string, secret: string | null): void {
    const secrets = this.#secrets.get(path) ?? [];
    if (secret !== null && !secrets.includes(secret)) secrets.unshift(secret);
    this.#secrets.set(path, secrets);
  }

  readonly classify = (delivery: Delivery): DeliveryClass => {
    const marked = this.#isMarked(delivery);
    const signed = this.#strongestSignature(delivery, marked);
    if (signed === 'v2') return this.#isNew(delivery) ? 'genuine' : 'repeated';
    return signed === 'v1' || marked ? 'claimed' : 'foreign';
  };

  /** Remembers a delivery that an earlier process of this run has received. */
  restore(delivery: Pick<Delivery, 'standing' | 'headers'>): void {
    if (delivery.standing === 'genuine') this.#isNew(delivery);
  }

  /** The second signature covers timestamp and body: the same signature again is the same attempt again, whatever else was altered. */
  #isNew({ headers }: Pick<Delivery, 'headers'>): boolean {
    const attempt = headers['x-service-signature-v2'] ?? '';
    if (this.#knownSignatures.has(attempt)) return false;
    if (this.#knownSignatures.size >= MAX_KNOWN_SIGNATURES) this.#knownSignatures.clear();
    this.#knownSignatures.add(attempt);
    return true;
  }

  #isMarked({ body, path }: Delivery): boolean {
    if (isMarked(body.toString(), this.#mark)) return true;
    // A path with the mark that belongs to no merchant: a check listens there for webhooks that must not come.
    return !this.#secrets.has(path) && isMarked(path, this.#mark);
  }

  /** The stronger signature that is valid, with any secret of this path. */
  #strongestSignature(delivery: Delivery, marked: boolean): 'v2' | 'v1' | null {
    const secrets = this.#secrets.get(delivery.path) ?? [];
    if (secrets.length > MAX_SECRETS_TRIED && !marked && !this.#mayTry(performance.now())) return null;
    let best: 'v1' | null = null;
    for (const secret of secrets) {
      const { v1, v2 } = verify(delivery, secret);
      if (v2 === 'valid') return 'v2';
      if (v1 === 'valid') best = 'v1';
    }
    return best;
  }

  #mayTry(now: number): boolean {
    if (now - this.#secondBeganAt >= 1_000) {
      this.#secondBeganAt = now;
      this.#triedInSecond = 0;
    }
    return this.#triedInSecond++ < MAX_TRIED_PER_SECOND;
  }
}
