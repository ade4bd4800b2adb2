import { INTERFACE_VERSION, observations, registerDigest, requirements } from '../requirements/index.ts';
import type { Certificate, CertifiedRequirement } from './certificate.ts';

/** A certificate over the whole register; what is not named was not exercised. */
export function certificate(
  named: Readonly<Record<string, Pick<CertifiedRequirement, 'outcome' | 'reason'>>> = {},
): Certificate {
  return {
    verdict: 'inconclusive',
    interfaceVersion: INTERFACE_VERSION,
    target: { baseUrl: 'http://127.0.0.1:9' },
    suite: { version: '0.1.0', registerDigest },
    selection: null,
    capabilities: [],
    startedAt: '2026-01-01T00:00:00.000Z',
    finishedAt: '2026-01-01T00:01:00.000Z',
    requests: 0,
    interrupted: false,
    seed: 7,
    totals: { passed: 0, failed: 0, blocked: 0, notExercised: requirements.length },
    requirements: requirements.map(({ id, chapter, statement, source }) => ({
      id,
      chapter,
      statement,
      source,
      ...(named[id] ?? { outcome: 'not_exercised', reason: 'no control' }),
      tests: [],
    })),
    observations: observations.map(({ id, chapter, question }) => ({ id, chapter, question, observed: 'not seen' })),
  };
}
