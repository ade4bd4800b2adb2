import { Status } from 'allure-js-commons';
import type { RuntimeMessage } from 'allure-js-commons/sdk';
import AllureReporter from 'allure-vitest/reporter';
import type { TestCase, TestModule, Vitest } from 'vitest/node';
import { curl, type ExchangeRecord } from '../client/index.ts';
import type { Finding } from '../harness/exercise.ts';
import type { Screenshot } from '../target/hosted-page.ts';
import type { Certificate, CertifiedObservation, CertifiedRequirement } from './certificate.ts';

/**
 * Writes Allure results of a run: chapters as epics, topics as features, requirements as stories, exchanges and deliveries as
 * attachments. allure-vitest writes them; what it is told comes from the findings and not from hooks inside the worker, because
 * many checks run at once there and because every `expect` would become a step with unmasked values.
 */
export function writeAllureResults(folder: string, certificate: Certificate, modules: readonly TestModule[]): void {
  const reporter = new AllureReporter({
    resultsDir: folder,
    reportMatchers: false,
    environmentInfo: {
      verdict: certificate.verdict,
      target: certificate.target.baseUrl,
      interface: certificate.interfaceVersion,
      suite: certificate.suite.version,
      seed: String(certificate.seed),
    },
  });
  reporter.onInit({ projects: [] } as unknown as Vitest);
  const entries = [...certificate.requirements, ...certificate.observations];
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  for (const test of modules.flatMap((module) => [...module.children.allTests()])) {
    const { finding } = test.meta();
    if (finding === undefined) {
      // That every suite file could be read is told by the certificate, not counted among the checks.
      Object.assign(test.meta(), { allureSkip: true });
      continue;
    }
    Object.assign(test.meta(), { allureRuntimeMessages: messages(test, finding, byId.get(finding.id)) });
  }
  reporter.onTestRunEnd(modules);
}

function messages(
  test: TestCase,
  finding: Finding,
  entry: CertifiedRequirement | CertifiedObservation | undefined,
): RuntimeMessage[] {
  const statement = entry === undefined ? test.name : 'statement' in entry ? entry.statement : entry.question;
  const topic = test.parent.type === 'suite' ? test.parent.name : finding.file;
  const source = entry !== undefined && 'source' in entry ? entry.source : null;
  return [
    {
      type: 'metadata',
      data: {
        displayName: `${finding.id}: ${finding.title}`,
        description: [
          statement,
          source && `*Interface:* ${source}`,
          finding.observed && `*Observed:* ${finding.observed}`,
        ]
          .filter(Boolean)
          .join('\n\n'),
        labels: [
          { name: 'epic', value: entry?.chapter ?? 'suites' },
          { name: 'feature', value: topic },
          { name: 'story', value: statement },
          { name: 'tag', value: finding.id },
          { name: 'tag', value: finding.kind },
          { name: 'severity', value: finding.kind === 'observation' ? 'trivial' : 'critical' },
        ],
      },
    },
    ...finding.notes.flatMap((note) => step(note, 0, 0, [])),
    ...finding.screenshots.flatMap(pageStep),
    ...finding.exchanges.flatMap(exchangeStep),
    ...finding.deliveries.flatMap((delivery) =>
      step(`webhook ${delivery.event ?? ''} for ${delivery.reference ?? '?'}`, Date.parse(delivery.at), 0, [
        attachment('delivery', delivery, Date.parse(delivery.at)),
      ]),
    ),
  ];
}

function exchangeStep(exchange: ExchangeRecord): RuntimeMessage[] {
  const { request, response, startedAt, durationMs, error } = exchange;
  const came = response === null ? `no answer: ${error}` : String(response.status);
  const attachments = [attachment('exchange', { ...exchange, again: curl(exchange) }, startedAt)];
  return step(`${request.method} ${new URL(request.url).pathname} → ${came}`, startedAt, durationMs, attachments);
}

function pageStep({ name, at, png }: Screenshot): RuntimeMessage[] {
  const data = {
    name,
    content: png,
    encoding: 'base64',
    contentType: 'image/png',
    fileExtension: '.png',
    timestamp: at,
  } as const;
  return step(`page ${name}`, at, 0, [{ type: 'attachment_content', data }]);
}

function step(name: string, start: number, durationMs: number, inside: RuntimeMessage[]): RuntimeMessage[] {
  return [
    { type: 'step_start', data: { name, start } },
    ...inside,
    { type: 'step_stop', data: { status: Status.PASSED, stop: start + Math.round(durationMs) } },
  ];
}

function attachment(name: string, content: unknown, timestamp: number): RuntimeMessage {
  const bytes = Buffer.from(JSON.stringify(content, null, 2));
  return {
    type: 'attachment_content',
    data: {
      name,
      content: bytes.toString('base64'),
      encoding: 'base64',
      contentType: 'application/json',
      fileExtension: '.json',
      timestamp,
    },
  };
}
