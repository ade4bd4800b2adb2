import { createHmac, randomBytes } from 'node:crypto';
import { type ClientLook, clientLooks, plainLook } from '../../http/look.ts';

/** How a run appears to the target. Plain data. */
export interface Appearance {
  /**
   * 32 random bytes in hex. Everything that is drawn for the run, and every name that it makes up, is derived from it. The certificate
   * contains it, as it is written after the run, so that both can be recomputed.
   */
  readonly secret: string;
  /** True: requests look like those of an ordinary client. False: they are always the same, and can be recognised in logs. */
  readonly incognito: boolean;
  /** Replaces the User-Agent that would be sent; null: not replaced. */
  readonly userAgent: string | null;
}

export function newAppearance({ incognito = true, userAgent = null }: Partial<Appearance> = {}): Appearance {
  return { secret: randomBytes(32).toString('hex'), incognito, userAgent };
}

/** Draws one of `from`, the same throughout the run; `what` separates independent draws. */
export function drawn<const T>({ secret }: Pick<Appearance, 'secret'>, what: string, from: readonly [T, ...T[]]): T {
  const place = createHmac('sha256', secret).update(`drawn: ${what}`).digest().readUInt32LE(0) % from.length;
  return from[place] ?? from[0];
}

/** The headers of the run's requests, and their order. */
export function lookOf(appearance: Appearance | undefined): ClientLook {
  if (appearance === undefined) return plainLook;
  const look = appearance.incognito ? drawn(appearance, 'client', clientLooks) : plainLook;
  return appearance.userAgent === null ? look : { ...look, userAgent: appearance.userAgent };
}

/** What a certificate says about it, in one sentence. */
export function recognition({ incognito }: Pick<Appearance, 'incognito'>): string {
  return incognito
    ? 'The requests looked like those of an ordinary client drawn for this run, but it cannot be excluded that the target recognised the suite: by the order and number of its requests, by requests that only a test sends, or by the addresses that it called from and was given.'
    : 'The requests could be recognised as the suite’s (--no-incognito), so it cannot be excluded that the target treated them otherwise than those of others.';
}
