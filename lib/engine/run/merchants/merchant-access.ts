import { Blocked } from '../../checks/outcome.ts';
import type { Environment, MerchantKeys } from '../target.ts';

/** A merchant of the target, and where its webhooks arrive. */
export interface MerchantAccess extends MerchantKeys {
  readonly environment: Environment;
  /** Whether it was made for one check. */
  readonly own: boolean;
  /** The capture server's path for its webhooks. */
  readonly hookPath: string;
  /** What reports show in place of its API key. Default: the setting that may hold it. */
  readonly keyLabel?: string;
}

/** A merchant that is made on first use: many checks only look at what others have prepared. */
export class LateAccess {
  readonly hookPath: string;
  readonly #make: () => Promise<MerchantAccess>;
  #making: Promise<MerchantAccess> | undefined;
  #known: MerchantAccess | undefined;

  /** `hookPath`: where its webhooks will arrive, which is known before it is made. */
  constructor(hookPath: string, make: () => Promise<MerchantAccess>) {
    this.hookPath = hookPath;
    this.#make = make;
  }

  made(): Promise<MerchantAccess> {
    this.#making ??= this.#make().then((access) => {
      this.#known = access;
      return access;
    });
    return this.#making;
  }

  get known(): MerchantAccess {
    if (this.#known === undefined) throw new Blocked('suite fault: a merchant is told of that has not been made');
    return this.#known;
  }
}
