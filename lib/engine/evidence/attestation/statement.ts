import { hash } from 'node:crypto';
import type { Outcome } from '../../checks/outcome.ts';
import type { Certificate, Verdict } from '../certificate.ts';

/** What an attestation says, as an in-toto Statement v1 with a predicate of the type Test Result v0.1. */
export interface Statement {
  readonly _type: 'https://in-toto.io/Statement/v1';
  /** The manifest, which has the digest of every other file of the evidence. */
  readonly subject: readonly [{ readonly name: 'manifest.json'; readonly digest: { readonly sha256: string } }];
  readonly predicateType: 'https://in-toto.io/attestation/test-result/v0.1';
  readonly predicate: {
    readonly result: 'PASSED' | 'WARNED' | 'FAILED';
    readonly configuration: readonly {
      readonly name: string;
      readonly digest: { readonly sha256: string };
      readonly annotations: Readonly<Record<string, string>>;
    }[];
    /** Ids of requirements. */
    readonly passedTests: readonly string[];
    readonly warnedTests: readonly string[];
    readonly failedTests: readonly string[];
    /** Beyond the predicate's own fields. Whoever passes over it takes no run for better than it was: `result` tells it already. */
    readonly merchantPaymentsConformance: Extension;
  };
}

type Repeated =
  | 'verdict'
  | 'interfaceVersion'
  | 'target'
  | 'selection'
  | 'cases'
  | 'capabilities'
  | 'startedAt'
  | 'finishedAt'
  | 'interrupted'
  | 'totals';

interface Extension extends Pick<Certificate, Repeated> {
  readonly blockedTests: readonly string[];
  readonly notExercisedTests: readonly string[];
}

/**
 * A policy that knows the predicate alone may let through what did not fail, or what passed with warnings. So what could not be judged is
 * no warning, and a run in which something was not exercised is no plain pass.
 */
const results: Readonly<Record<Verdict, Statement['predicate']['result']>> = {
  conformant: 'PASSED',
  conformant_in_scope: 'WARNED',
  inconclusive: 'FAILED',
  nonconformant: 'FAILED',
};

/** Follows from the certificate and the bytes of the manifest alone: whoever has both can make it again. */
export function statementOf(certificate: Certificate, manifest: Buffer): Statement {
  const { verdict, interfaceVersion, target, suite, selection, cases, capabilities } = certificate;
  const { startedAt, finishedAt, interrupted, totals, requirements } = certificate;
  const ids = (which: Outcome) => requirements.filter(({ outcome }) => outcome === which).map(({ id }) => id);
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'manifest.json', digest: { sha256: hash('sha256', manifest) } }],
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {
      result: results[verdict],
      configuration: [
        {
          name: 'register',
          digest: { sha256: suite.registerDigest.replace('sha256:', '') },
          annotations: { suiteVersion: suite.version, interfaceVersion },
        },
      ],
      passedTests: ids('passed'),
      // Blocked is not "passed with warnings", and nothing else here is.
      warnedTests: [],
      failedTests: ids('failed'),
      merchantPaymentsConformance: {
        verdict,
        interfaceVersion,
        target,
        selection,
        cases,
        capabilities,
        startedAt,
        finishedAt,
        interrupted,
        totals,
        blockedTests: ids('blocked'),
        notExercisedTests: ids('not_exercised'),
      },
    },
  };
}
