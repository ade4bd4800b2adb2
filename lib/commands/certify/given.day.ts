import { expect, test } from 'vitest';
import { type Launched, launchReference } from '../../interface/target/launch.ts';
import { withGivenMerchants } from '../predicates/given.ts';
import { certify, launchSecond, told, verified } from './whole.support.ts';

// Most sandboxes have no console that makes merchants: all checks share three that are given, within the limit of their keys. The seeds are
// none of those with which the table of expectations was made.

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
