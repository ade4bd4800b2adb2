import type { KeyObject } from 'node:crypto';
import { type Verified, verifyFolder as verifyBy } from '../engine/evidence/verify/verify.ts';
import { judgeRun } from './model/index.ts';
import { observations, registerDigest, requirements } from './register/index.ts';
import { loadSuites } from './suites.ts';

/** As the engine's `verifyFolder`, by this register and these suites. */
export async function verifyFolder(
  folder: string,
  key: KeyObject | null,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Verified> {
  const register = { digest: registerDigest, requirements, observations };
  return await verifyBy(folder, key, environment, register, await loadSuites(), judgeRun);
}
