import type { Delivery, Standing } from '../../webhooks/server.ts';
import { verify } from '../../webhooks/signature.ts';
import { isMarked, type Mark } from '../disguise/names.ts';

/** Of so many genuine deliveries it is remembered that they came. */
const REMEMBERED = 200_000;

/** With more secrets than this at one path, looking for the right one costs more than a flood leaves time for. */
const FEW_SECRETS = 4;

/** Then so many deliveries a second that tell of nothing of this run are tried with every secret. */
const TRIED_A_SECOND = 50;

/**
 * Tells whose a delivery is. A capture server in the open hears from anybody: what is signed with a secret of a merchant of this path by
 * the second scheme is genuine. The first signs the body alone: whoever has seen one webhook can send it again with another timestamp, and
 * the first signature holds. So what has no other may be such an altered replay, or come from a target that signs wrongly: it claims to
 * be the target's, and is judged at the signature. So does what is badly signed but has this run's mark in it, as every reference that the
 * run makes up has; the rest is foreign.
 */
export class DeliveryClassifier {
  readonly #mark: Mark;
  readonly #secrets = new Map<string, string[]>();
  readonly #known = new Set<string>();
  #tried = 0;
  #since = 0;

  /** `mark`: of names that nobody else can know while the run lasts. */
  constructor(mark: Mark) {
    this.#mark = mark;
  }

  /** Webhooks of a merchant arrive at this path; null where its secret is not known. A rotated secret stays known beside the new one. */
  expect(path: string, secret: string | null): void {
    const secrets = this.#secrets.get(path) ?? [];
    if (secret !== null && !secrets.includes(secret)) secrets.unshift(secret);
    this.#secrets.set(path, secrets);
  }

  readonly judge = (delivery: Delivery): Standing => {
    const marked = this.#isMarked(delivery);
    const signed = this.#signed(delivery, marked);
    if (signed === 'v2') return this.#isNew(delivery) ? 'genuine' : 'repeated';
    return signed === 'v1' || marked ? 'claimed' : 'foreign';
  };

  /** This one came before, to another process of this run. */
  came(delivery: Pick<Delivery, 'standing' | 'headers'>): void {
    if (delivery.standing === 'genuine') this.#isNew(delivery);
  }

  /** A second signature that holds stands for timestamp and body: the same again is the same attempt again, whatever else was altered. */
  #isNew({ headers }: Pick<Delivery, 'headers'>): boolean {
    const attempt = headers['x-service-signature-v2'] ?? '';
    if (this.#known.has(attempt)) return false;
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    this.#known.add(attempt);
    return true;
  }

  #isMarked({ body, path }: Delivery): boolean {
    if (isMarked(body.toString(), this.#mark)) return true;
    // A path that no merchant was given, but with the mark: a check waits there for what must not come.
    return !this.#secrets.has(path) && isMarked(path, this.#mark);
  }

  /** The better signature that holds, with any secret of this path. */
  #signed(delivery: Delivery, marked: boolean): 'v2' | 'v1' | null {
    const secrets = this.#secrets.get(delivery.path) ?? [];
    if (secrets.length > FEW_SECRETS && !marked && !this.#mayTry(performance.now())) return null;
    let best: 'v1' | null = null;
    for (const secret of secrets) {
      const { v1, v2 } = verify(delivery, secret);
      if (v2 === 'valid') return 'v2';
      if (v1 === 'valid') best = 'v1';
    }
    return best;
  }

  #mayTry(now: number): boolean {
    if (now - this.#since >= 1_000) {
      this.#since = now;
      this.#tried = 0;
    }
    return this.#tried++ < TRIED_A_SECOND;
  }
}
