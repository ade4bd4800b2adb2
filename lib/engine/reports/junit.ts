import { createRequire } from 'node:module';
import type { Builder, TestCase } from 'junit-report-builder';
import type { CheckResult } from '../checks/check-result.ts';
import { type Certificate, type CertifiedRequirement, chaptersOf } from '../evidence/certificate.ts';
import { curl, type ExchangeRecord } from '../http/index.ts';
import { type Gate, gateOf } from './gate.ts';
import { printable } from './printable.ts';

// The package exports its builder the CommonJS way, which its own types do not tell an ES module.
const builder: Builder = createRequire(import.meta.url)('junit-report-builder');

/**
 * JUnit XML for CI systems: a test case per requirement, made from the certificate and so as complete as it. It is as red as the
 * exit status: a known failure counts as skipped, a listed one that passes now as failed.
 */
export function junitXml(certificate: Certificate, results: readonly CheckResult[] = []): string {
  const report = builder.newBuilder();
  const gate = gateOf(certificate);
  for (const chapter of chaptersOf(certificate.requirements)) {
    const suite = report.testSuite().name(chapter).timestamp(certificate.startedAt);
    for (const requirement of certificate.requirements.filter((each) => each.chapter === chapter)) {
      const { id, statement, source } = requirement;
      const test = suite
        .testCase()
        .className(chapter)
        .name(id)
        .property('statement', statement)
        .property('source', source);
      tell(test, requirement, gate, results);
    }
  }
  return report.build();
}

function tell(test: TestCase, requirement: CertifiedRequirement, gate: Gate, results: readonly CheckResult[]): void {
  const { id, statement, outcome, reason = '' } = requirement;
  const known = gate.of(id);
  if (known !== undefined) test.property('baseline', shown(`${known.state}: ${known.reason}`));
  if (gate.known.includes(requirement)) {
    test.skipped().standardOutput(shown(`known failure: ${known?.reason}\n${outcome}: ${reason}`));
  } else if (outcome === 'failed') {
    const exchange = results.find((each) => each.id === id && each.outcome === 'failed')?.exchanges.at(-1);
    test.failure(shown(`${statement} — ${reason}`), 'failed');
    if (exchange !== undefined) test.stacktrace(shown(formatExchange(exchange)));
  } else if (outcome === 'blocked') {
    test.error(shown(reason), 'blocked');
  } else if (gate.passesNow.includes(requirement)) {
    test.failure(
      shown(`passes now, although listed as a known failure: take it off the list (${known?.reason})`),
      'passes now',
    );
  } else if (outcome === 'not_exercised') {
    test.skipped();
  }
}

/** The last exchange of a check, secrets masked as the client records it, and a command that shows it again. */
function formatExchange(exchange: ExchangeRecord): string {
  const { request, response, error, durationMs } = exchange;
  return [
    `${request.method} ${request.url}`,
    ...(request.body === null ? [] : [shortened(request.body)]),
    response === null ? `no answer: ${error}` : `→ ${response.status} (${Math.round(durationMs)} ms)`,
    ...(response === null ? [] : [shortened(response.body)]),
    '',
    shortened(curl(exchange)),
  ].join('\n');
}

/** The builder ends a CDATA section where these three characters come for the second time: what follows would be markup. */
function shown(text: string): string {
  return printable(text).replaceAll(']]>', ']]&gt;');
}

function shortened(text: string): string {
  return text.length > 4_000 ? `${text.slice(0, 4_000)}…` : text;
}
