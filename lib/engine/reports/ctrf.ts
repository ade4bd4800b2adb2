import type { CTRFReport, Test } from 'ctrf';
import { type Certificate, type CertifiedRequirement, isSelected } from '../evidence/certificate.ts';
import { type CiGate, gateOf, gateOutcomeOf } from './gate.ts';
import { durationsOf, type ShownCheck } from './junit.ts';
import { printable } from './printable.ts';

/**
 * Common Test Report Format (ctrf.io), as JSON: a test for each selected requirement, with an outcome that every tool for the format
 * knows; `rawStatus` has the suite's own. As in JUnit, a test fails if and only if it closes the gate.
 */
export function ctrfReport(certificate: Certificate, results: readonly ShownCheck[] = []): CTRFReport {
  const gate = gateOf(certificate);
  const [start, stop] = [Date.parse(certificate.startedAt), Date.parse(certificate.finishedAt)];
  const durations = durationsOf(results);
  const tests = certificate.requirements.filter(isSelected).map((each) => testOf(each, gate, durations));
  const countOf = (status: Test['status']) => tests.filter((each) => each.status === status).length;
  const { suite, target, verdict, seed, requests } = certificate;
  return {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    timestamp: certificate.finishedAt,
    generatedBy: `merchant-payments-conformance ${suite.version}`,
    results: {
      tool: { name: 'merchant-payments-conformance', version: suite.version },
      summary: {
        tests: tests.length,
        passed: countOf('passed'),
        failed: countOf('failed'),
        skipped: countOf('skipped'),
        pending: 0,
        other: 0,
        suites: new Set(tests.map((each) => each.suite?.[0])).size,
        start,
        stop,
        duration: stop - start,
      },
      tests,
      environment: { extra: { target: printable(target.baseUrl), verdict, seed, requests } },
    },
  };
}

function testOf(requirement: CertifiedRequirement, gate: CiGate, durations: ReadonlyMap<string, number>): Test {
  const { id, chapter, statement, source, outcome, reason, rating } = requirement;
  const gateOutcome = gateOutcomeOf(requirement, gate);
  const known = gate.of(id);
  const message =
    gateOutcome === 'passes_now' ? `passes now, although listed as a known failure: ${known?.reason}` : reason;
  return {
    name: id,
    testId: id,
    suite: [chapter],
    status: statuses[gateOutcome],
    rawStatus: gateOutcome,
    duration: Math.round(durations.get(id) ?? 0),
    ...(outcome !== 'passed' || gateOutcome === 'passes_now' ? { message: printable(message ?? outcome) } : {}),
    ...(rating === undefined ? {} : { tags: [rating.severity] }),
    extra: {
      statement,
      source,
      ...(known === undefined ? {} : { baseline: printable(`${known.state}: ${known.reason}`) }),
    },
  };
}

/** CTRF has no word for blocked; the gate closes for it as for a failure. */
const statuses = {
  passed: 'passed',
  failed: 'failed',
  passes_now: 'failed',
  blocked: 'failed',
  known: 'skipped',
  not_exercised: 'skipped',
} as const;
