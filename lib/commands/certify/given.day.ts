import { expect, test } from 'vitest';
import { type Launched, launchReference } from '../../interface/target/launch.ts';
import { withGivenMerchants } from '../predicates/given.ts';
import { certify, launchSecond, told, verified } from './whole.support.ts';

// Most sandboxes have no console API that creates merchants: all checks share three given merchants, within the rate limit of their keys.
// The table of expectations was made with other seeds.

const targets: readonly (readonly [name: string, launch: () => Promise<Launched>])[] = [
  ['the reference', launchReference],
  ['the second implementation', launchSecond],
];

test.each(targets)('%s passes with merchants that are given, and its evidence agrees', async (name, launch) => {
  const target = await withGivenMerchants(await launch());
  try {
    const { status, certificate } = await certify(name, 1_001, target.settings);
    expect(told(certificate, 'failed')).toEqual([]);
    expect(told(certificate, 'blocked')).toEqual([]);
    expect({ status, verdict: certificate.verdict }).toEqual({ status: 0, verdict: 'conformant_in_scope' });
    expect(certificate.totals.passed).toBeGreaterThan(400);
  } finally {
    await target.stop();
  }
  const { contradictions, status } = verified(name);
  expect({ contradictions, status }).toEqual({ contradictions: [], status: 0 });
});
