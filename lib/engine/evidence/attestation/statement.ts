import { hash } from 'node:crypto';
import type { Outcome } from '../../checks/outcome.ts';
import type { Certificate, Verdict } from '../certificate.ts';

/** The content of an attestation: an in-toto Statement v1 with a predicate of type Test Result v0.1. */
export interface Statement {
  readonly _type: 'https://in-toto.io/Statement/v1';
  /** The manifest, which holds the digest of every other file of the evidence. */
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
    /** Fields beyond those of the predicate type. A reader that ignores them does not overrate the run: `result` already reflects them. */
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
 * A policy that knows only the predicate type may accept every result that is not FAILED, or accept warnings. So an inconclusive run is
 * FAILED, and a run in which something was not exercised is WARNED.
 */
const results: Readonly<Record<Verdict, Statement['predicate']['result']>> = {
  conformant: 'PASSED',
  conformant_in_scope: 'WARNED',
  inconclusive: 'FAILED',
  nonconformant: 'FAILED',
};

/** Depends only on the certificate and the bytes of the manifest, so that a verifier can rebuild it. */
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
      // A blocked requirement did not pass with warnings, and no other outcome here corresponds to a warning.
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
