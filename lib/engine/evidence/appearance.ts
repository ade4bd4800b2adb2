import { type Appearance, recognition } from '../run/disguise/appearance.ts';
import { type Mark, markOf } from '../run/disguise/names.ts';
import type { Certificate } from './certificate.ts';

/** The appearance as the certificate states it. */
export function certified(appearance: Appearance): NonNullable<Certificate['appearance']> {
  const { incognito, secret, userAgent } = appearance;
  return { incognito, secret, ...(userAgent !== null && { userAgent }), recognition: recognition(appearance) };
}

/** The appearance of the run with this certificate; undefined if the certificate does not state it. */
export function appearanceIn({ appearance }: Pick<Certificate, 'appearance'>): Appearance | undefined {
  if (appearance === undefined) return undefined;
  const { incognito, secret, userAgent = null } = appearance;
  return { incognito, secret, userAgent };
}

/** The mark by which names of this run can be told from names of other runs. */
export function markIn(certificate: Pick<Certificate, 'startedAt' | 'seed' | 'appearance'>): Mark {
  const { startedAt, seed } = certificate;
  return markOf({ startedAt: Date.parse(startedAt), seed, appearance: appearanceIn(certificate) });
}
