import type { KeyObject } from 'node:crypto';
import type { Trust } from '../engine/evidence/trust.ts';
import type { Evidence } from '../engine/evidence/verify/read.ts';
import type { Scope, Shown } from '../engine/evidence/verify/scope.ts';
import { type Known, type Verified, verifyFolder as verifyBy } from '../engine/evidence/verify/verify.ts';
import { MODULE_EXTENSION } from '../engine/modules.ts';
import { partOf } from '../engine/predicates/index.ts';
import { judgeRun, PAGE_OPENED } from './model/index.ts';
import { recordedByChecks } from './predicates/index.ts';
import { interfaceDocument } from './register/document.ts';
import {
  type Capability,
  capabilities,
  INTERFACE_VERSION,
  observations,
  ratingOf,
  registerDigest,
  requirements,
} from './register/index.ts';
import { type SelectionOptions, select } from './selection.ts';
import { loadSuites } from './suites.ts';

/** As the engine's `verifyFolder`, with this register and these suites. */
export async function verifyFolder(
  folder: string,
  key: KeyObject | null,
  environment: Readonly<Record<string, string | undefined>>,
  trust?: Trust,
): Promise<Verified> {
  const known: Known = {
    register: {
      digest: registerDigest,
      requirements: requirements.map((entry) => ({ ...entry, rating: ratingOf(entry) })),
      observations,
      interfaceVersion: INTERFACE_VERSION,
      capabilities: Object.keys(capabilities),
    },
    loadSuites,
    loadExpectations: recordedByChecks,
    judge: judgeRun,
    document: interfaceDocument,
    thread: new URL(`./model/thread${MODULE_EXTENSION}`, import.meta.url),
    scopeOf,
    shownBy,
  };
  return await verifyBy(folder, key, environment, known, trust);
}

function scopeOf(selection: Evidence['certificate']['selection']): Scope | null {
  const { chapters, requirements, profile, exhaustive } = selection ?? {};
  const asked: SelectionOptions = {
    ...(chapters && { chapter: chapters }),
    ...(requirements && { requirement: requirements }),
    ...(profile !== undefined && { profile }),
    ...(exhaustive && { exhaustive }),
  };
  try {
    const { ids, depth, words } = select(asked);
    return JSON.stringify(words) === JSON.stringify(selection) ? { ids, depth } : null;
  } catch {
    return null;
  }
}

/** The capability that a successful control step proves the target to have. */
const shownByStep: Readonly<Record<string, Capability>> = {
  'control: POST /clock/advance': 'clock',
  'control: POST /merchants/{merchantId}/checkouts/{reference}/settle': 'buyer',
  'control: POST /merchants/{merchantId}/escrows/{reference}/pay': 'escrow-buyer',
  'control: POST /wallets': 'wallets',
  'control: POST /merchants/{merchantId}/wallet-links/{linkId}/owner': 'wallet-owner',
  'control: POST /merchants/{merchantId}/processing-delay': 'processing-delay',
  'control: POST /merchants/{merchantId}/deliveries/{id}/resend': 'resend',
  'control: POST /merchants/{merchantId}/rotate-webhook-secret': 'rotate-secret',
  'control: POST /merchants/{merchantId}/escrows/{reference}/dispute': 'escrow-dispute',
  'control: POST /merchants/{merchantId}/escrows/{reference}/buyer-release': 'escrow-buyer-release',
};

function shownBy({ sightings }: Evidence): Shown[] {
  return sightings.flatMap(({ id, what, seen }) => {
    const capability =
      what === PAGE_OPENED ? 'browser' : partOf(seen, ['outcome']) === 'done' ? shownByStep[what] : undefined;
    return capability === undefined ? [] : [{ capability, where: `sighting ${id}` }];
  });
}
