import type { RunStore } from '../../durable/store/index.ts';
import { type ClientOptions, createPacer, type Pacer } from '../../http/index.ts';
import type { Activity } from '../../time/activity.ts';
import type { Conductor } from '../../time/conductor.ts';
import type { MerchantKeys, Target } from '../target.ts';

type Paces = Pick<ClientOptions, 'pace' | 'onExceeded'>;

/** One pacer for each API key. */
export class Pacers {
  readonly #conductor: Conductor;
  readonly #store: RunStore | null;
  readonly #perMinute: number;
  readonly #mayExceed: boolean;
  readonly #byKey = new Map<string, Pacer>();
  /** Kept as it grows: it is reported several times a second, and a run may use thousands of keys. */
  #most = 0;

  constructor(
    conductor: Conductor,
    store: RunStore | null,
    { rateLimit, mayExceedRate }: Pick<Target, 'rateLimit' | 'mayExceedRate'>,
  ) {
    this.#conductor = conductor;
    this.#store = store;
    // A pacer remembers that many moments; no run sends nearly as many.
    this.#perMinute = Math.min(rateLimit, 10_000);
    this.#mayExceed = mayExceedRate;
  }

  /** Number of requests with the key that sent most. */
  get most(): number {
    return this.#most;
  }

  /** How requests of this activity with this key are paced. While one waits for room, the clock may move. */
  paces(access: Pick<MerchantKeys, 'apiKey' | 'merchantId'>, activity: Activity): Paces {
    const pacer = this.#of(access);
    return {
      pace: async () => {
        const room = pacer.waiting === 0 && pacer.nextInMs === 0;
        const taken = pacer.take(activity.order);
        const exceeds = await (room ? taken : activity.idle(taken));
        this.#most = Math.max(this.#most, pacer.count);
        return exceeds;
      },
      onExceeded: () => pacer.hold(),
    };
  }

  #of({ apiKey, merchantId }: Pick<MerchantKeys, 'apiKey' | 'merchantId'>): Pacer {
    const known = this.#byKey.get(apiKey);
    if (known !== undefined) return known;
    const conductor = this.#conductor;
    const pacer = createPacer({
      perMinute: this.#perMinute,
      mayExceed: this.#mayExceed,
      now: () => conductor.now(),
      wait: (ms) => conductor.sleep(ms, 'room under the rate limit'),
      // What this key has sent within the last two minutes in another process counts too.
      taken: this.#store?.requestsOf(merchantId, conductor.now() - 120_000) ?? [],
    });
    this.#byKey.set(apiKey, pacer);
    return pacer;
  }
}
