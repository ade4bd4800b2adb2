import type { Delivery, Standing } from '../capture/server.ts';
import { verify } from '../capture/signature.ts';

/** Of so many genuine deliveries it is remembered that they came. */
const REMEMBERED = 200_000;

/** With more secrets than this at one path, looking for the right one costs more than a flood leaves time for. */
const FEW_SECRETS = 4;

/** Then so many deliveries a second that tell of nothing of this run are tried with every secret. */
const TRIED_A_SECOND = 50;

/**
 * Tells whose a delivery is. A capture server in the open hears from anybody: what is signed with a secret of a merchant of this path is
 * genuine. What is not may be a forgery, or come from a target that signs wrongly: where it has this run's mark in it, as every
 * reference that the run makes up has, it claims to be the target's, and is judged at the signature; else it is foreign.
 */
export class Origins {
  readonly #mark: string;
  readonly #onNew: (path: string, secret: string | null) => void;
  readonly #secrets = new Map<string, string[]>();
  readonly #known = new Set<string>();
  #tried = 0;
  #since = 0;

  /** `mark`: a text that nobody else can know while the run lasts. `onNew` is told of what was not expected before. */
  constructor(mark: string, onNew: (path: string, secret: string | null) => void = () => {}) {
    this.#mark = mark;
    this.#onNew = onNew;
  }

  /** Webhooks of a merchant arrive at this path; null where its secret is not known. A rotated secret stays known beside the new one. */
  expect(path: string, secret: string | null): void {
    const known = this.#secrets.get(path);
    const secrets = known ?? [];
    if (known === undefined || (secret !== null && !secrets.includes(secret))) this.#onNew(path, secret);
    if (secret !== null && !secrets.includes(secret)) secrets.unshift(secret);
    this.#secrets.set(path, secrets);
  }

  readonly judge = (delivery: Delivery): Standing => {
    const marked = this.#isMarked(delivery);
    if (!this.#isSigned(delivery, marked)) return marked ? 'claimed' : 'foreign';
    return this.#isNew(delivery) ? 'genuine' : 'repeated';
  };

  /** This one came before, to another process of this run. */
  came(delivery: Pick<Delivery, 'standing' | 'headers'>): void {
    if (delivery.standing === 'genuine') this.#isNew(delivery);
  }

  /** A signature that holds stands for the body: the same ones again are the same bytes again. */
  #isNew({ headers }: Pick<Delivery, 'headers'>): boolean {
    const attempt = [
      headers['x-service-timestamp'],
      headers['x-service-signature'],
      headers['x-service-signature-v2'],
    ].join();
    if (this.#known.has(attempt)) return false;
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    this.#known.add(attempt);
    return true;
  }

  #isMarked({ body, path }: Delivery): boolean {
    if (body.includes(this.#mark)) return true;
    // A path that no merchant was given, but with the mark: a check waits there for what must not come.
    return !this.#secrets.has(path) && path.includes(this.#mark);
  }

  #isSigned(delivery: Delivery, marked: boolean): boolean {
    const secrets = this.#secrets.get(delivery.path) ?? [];
    if (secrets.length > FEW_SECRETS && !marked && !this.#mayTry(performance.now())) return false;
    return secrets.some((secret) => {
      const { v1, v2 } = verify(delivery, secret);
      return v1 === 'valid' || v2 === 'valid';
    });
  }

  #mayTry(now: number): boolean {
    if (now - this.#since >= 1_000) {
      this.#since = now;
      this.#tried = 0;
    }
    return this.#tried++ < TRIED_A_SECOND;
  }
}
