import { type Appearance, recognition } from '../run/disguise/appearance.ts';
import { type Mark, markOf } from '../run/disguise/names.ts';
import type { Certificate } from './certificate.ts';

/** As a certificate tells it. */
export function certified(appearance: Appearance): NonNullable<Certificate['appearance']> {
  const { incognito, secret, userAgent } = appearance;
  return { incognito, secret, ...(userAgent !== null && { userAgent }), recognition: recognition(appearance) };
}

/** How the run of this certificate looked; undefined where that is not told. */
export function appearanceIn({ appearance }: Pick<Certificate, 'appearance'>): Appearance | undefined {
  if (appearance === undefined) return undefined;
  const { incognito, secret, userAgent = null } = appearance;
  return { incognito, secret, userAgent };
}

/** By what the names of the run can be told from others. */
export function markIn(certificate: Pick<Certificate, 'startedAt' | 'seed' | 'appearance'>): Mark {
  const { startedAt, seed } = certificate;
  return markOf({ startedAt: Date.parse(startedAt), seed, appearance: appearanceIn(certificate) });
}
