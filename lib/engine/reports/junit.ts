import { createRequire } from 'node:module';
import type { Builder, TestCase } from 'junit-report-builder';
import type { CheckResult } from '../checks/check-result.ts';
import { type Certificate, type CertifiedRequirement, chaptersOf, isSelected } from '../evidence/certificate.ts';
import { curl, type ExchangeRecord } from '../http/index.ts';
import { type CiGate, gateOf, gateOutcomeOf } from './gate.ts';
import { printable } from './printable.ts';
import { tellingExchangeOf } from './telling.ts';

// The package exports its builder as CommonJS, which its types hide from an ES module.
const builder: Builder = createRequire(import.meta.url)('junit-report-builder');

/** The parts of a check's result that are shown. */
export type ShownCheck = Pick<
  CheckResult,
  'outcome' | 'stepLog' | 'exchanges' | 'predicates' | 'startedAt' | 'endedAt'
> & {
  readonly id: string;
};

/**
 * JUnit XML for CI systems: a test case for each selected requirement, with the time that its checks took. It agrees with the exit
 * status: a known failure counts as skipped, a listed one that passes as failed.
 */
export function junitXml(certificate: Certificate, results: readonly ShownCheck[] = []): string {
  const report = builder.newBuilder();
  const durations = durationsOf(results);
  const gate = gateOf(certificate);
  const selected = certificate.requirements.filter(isSelected);
  for (const chapter of chaptersOf(selected)) {
    const suite = report.testSuite().name(chapter).timestamp(certificate.startedAt);
    for (const requirement of selected.filter((each) => each.chapter === chapter)) {
      const { id, statement, source } = requirement;
      const test = suite
        .testCase()
        .className(chapter)
        .name(id)
        .time((durations.get(id) ?? 0) / 1_000)
        .property('statement', statement)
        .property('source', source);
      writeCase(test, requirement, gate, results);
    }
  }
  return report.build();
}

function writeCase(
  test: TestCase,
  requirement: CertifiedRequirement,
  gate: CiGate,
  results: readonly ShownCheck[],
): void {
  const { id, statement, outcome, reason = '' } = requirement;
  const known = gate.of(id);
  if (known !== undefined) test.property('baseline', escaped(`${known.state}: ${known.reason}`));
  switch (gateOutcomeOf(requirement, gate)) {
    case 'known':
      test.skipped().standardOutput(escaped(`known failure: ${known?.reason}\n${outcome}: ${reason}`));
      break;
    case 'failed': {
      const check = results.find((each) => each.id === id && each.outcome === 'failed');
      const exchange = check && tellingExchangeOf(check);
      test.failure(escaped(`${statement} — ${reason}`), 'failed');
      if (exchange !== undefined) test.stacktrace(escaped(formatExchange(exchange.record)));
      break;
    }
    case 'blocked':
      test.error(escaped(reason), 'blocked');
      break;
    case 'passes_now':
      test.failure(
        escaped(`passes now, although listed as a known failure: take it off the list (${known?.reason})`),
        'passes now',
      );
      break;
    case 'not_exercised':
      test.skipped();
  }
}

/** Total duration of each requirement's checks in milliseconds, including waits; checks run concurrently. */
export function durationsOf(results: readonly ShownCheck[]): ReadonlyMap<string, number> {
  const durations = new Map<string, number>();
  for (const { id, startedAt, endedAt } of results) {
    durations.set(id, (durations.get(id) ?? 0) + ((endedAt ?? 0) - (startedAt ?? 0)));
  }
  return durations;
}

/** An exchange, masked as the client recorded it, and a command that repeats it. */
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

/** The builder closes a CDATA section at the second `]]>`, so that the text after it would become markup. */
function escaped(text: string): string {
  return printable(text).replaceAll(']]>', ']]&gt;');
}

function shortened(text: string): string {
  return text.length > 4_000 ? `${text.slice(0, 4_000)}…` : text;
}
