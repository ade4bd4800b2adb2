import { createHash, randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { type Label, type Link, Stage, type StatusDetails, type TestResult } from 'allure-js-commons';
import { html } from 'hono/html';
import type { Outcome } from '../../checks/outcome.ts';
import {
  type Certificate,
  type CertifiedObservation,
  type CertifiedRequirement,
  chapterTitle,
  inNumbers,
  type Rating,
} from '../../evidence/certificate.ts';
import { prose } from '../pages/frame.ts';
import { addressOf, type InterfaceDocument } from '../pages/passages.ts';
import type { ReportedCheck } from '../reported.ts';
import { AllureFolder } from './allure-folder.ts';
import { Attachments, statuses, stepsOf } from './allure-steps.ts';

/** The epic of all observations, which are not verdicts and are shown separately. */
export const OBSERVATIONS = 'Observations: what the interface leaves open';

/** The meaning of Allure's own categories here. */
export const categories = [
  { name: 'Failed: the target breaks the interface', matchedStatuses: [statuses.failed] },
  { name: 'Blocked: a step before the check went wrong', matchedStatuses: [statuses.blocked] },
  { name: 'Not exercised: nothing was tried', matchedStatuses: [statuses.not_exercised] },
];

/**
 * Writes the Allure results of a run: chapters as epics, topics as features, requirements as stories, checks as tests with their steps.
 * They are made from the certificate and the checks, so that a requirement whose checks have no result is included too. Allure's "broken"
 * means blocked, its "skipped" not exercised; what was not selected is left out.
 */
export function writeAllureResults(
  folder: string,
  certificate: Certificate,
  results: readonly ReportedCheck[],
  document: InterfaceDocument,
): void {
  const link = linkOf(certificate, document);
  const writer = new AllureFolder(folder);
  const attachments = new Attachments(writer);
  writer.writeEnvironmentInfo(environment(certificate));
  const byId = Map.groupBy(results, ({ id }) => id as string);
  for (const entry of [...certificate.requirements, ...certificate.observations]) {
    const of = byId.get(entry.id) ?? [];
    for (const result of of)
      writer.writeResult(resultOf(entry, result, certificate, link(entry.source), stepsOf(result, attachments)));
    const lost = lostCheck(entry, of);
    if (lost !== null) writer.writeResult(resultOf(entry, lost, certificate, link(entry.source), []));
  }
}

/** The rating of an observation, which is not a verdict. */
const OBSERVED: Rating = {
  severity: 'minor',
  because: 'the interface leaves it open',
};

const UNRATED: Rating = { severity: 'normal', because: 'the register does not rate it' };

/** The parts of a check's result that Allure shows. */
type ShownResult = Pick<ReportedCheck, 'title' | 'file' | 'outcome' | 'reason' | 'observed' | 'startedAt' | 'endedAt'>;

/** Stands for the checks of a requirement that did not pass although no check's result says so: they did not run, or did not end. */
function lostCheck(
  entry: CertifiedRequirement | CertifiedObservation,
  results: readonly ReportedCheck[],
): ShownResult | null {
  if (!('outcome' in entry) || entry.outcome === 'passed' || entry.reason === 'not selected') return null;
  if (results.some(({ outcome }) => outcome === entry.outcome)) return null;
  const file = entry.tests[0]?.split(/[:,]/)[0] ?? entry.chapter;
  const { outcome, reason = null } = entry;
  return { title: 'what became of its checks', file, outcome, reason, observed: null, startedAt: null, endedAt: null };
}

function resultOf(
  entry: CertifiedRequirement | CertifiedObservation,
  result: ShownResult,
  certificate: Certificate,
  links: Link[],
  steps: TestResult['steps'],
): TestResult {
  const isRequirement = 'statement' in entry;
  const fullName = `${entry.id}: ${result.title}`;
  const id = createHash('md5').update(fullName).digest('hex');
  const rating = isRequirement ? (entry.rating ?? UNRATED) : OBSERVED;
  // In whole milliseconds: given fractions, Allure draws no durations, and then no report at all.
  const start = Math.round(result.startedAt ?? Date.parse(certificate.startedAt));
  return {
    uuid: randomUUID(),
    historyId: id,
    testCaseId: id,
    name: isRequirement ? result.title : `${result.title} → ${result.observed ?? result.reason ?? result.outcome}`,
    fullName,
    status: statuses[result.outcome],
    statusDetails: details(entry, result),
    stage: Stage.FINISHED,
    start,
    stop: Math.round(result.endedAt ?? start),
    descriptionHtml: String(description(entry, result, rating)),
    labels: labels(entry, result.file, rating.severity),
    links,
    steps,
    attachments: [],
    parameters: [],
    titlePath: [],
  };
}

function labels(entry: CertifiedRequirement | CertifiedObservation, file: string, severity: string): Label[] {
  const chapter = chapterTitle(entry.chapter);
  const named = (name: string, value: string): Label => ({ name, value });
  const common = [named('severity', severity), named('tag', entry.id)];
  if (!('statement' in entry)) {
    return [...common, named('epic', OBSERVATIONS), named('feature', chapter)];
  }
  const words = basename(file, '.ts').replaceAll('-', ' ');
  const topic = words.charAt(0).toUpperCase() + words.slice(1);
  return [
    ...common,
    named('epic', chapter),
    named('feature', topic),
    named('story', entry.statement.replaceAll('`', '')),
  ];
}

function description(entry: CertifiedRequirement | CertifiedObservation, result: ShownResult, rating: Rating) {
  return html`<p><strong>${prose('statement' in entry ? entry.statement : entry.question)}</strong></p>
<p>Interface: ${prose(entry.source)}<br>${'statement' in entry ? 'Requirement' : 'Observation'}: <code>${entry.id}</code><br>
Severity: ${rating.severity}, because ${rating.because}</p>
${result.observed === null ? '' : html`<p>Seen: ${result.observed}</p>`}`;
}

function details(entry: CertifiedRequirement | CertifiedObservation, { outcome, reason }: ShownResult): StatusDetails {
  if (outcome === 'passed') return {};
  const meanings: Readonly<Record<Exclude<Outcome, 'passed'>, string>> = {
    failed: 'the target breaks the interface',
    blocked: 'the check could not be made: the target is not blamed',
    not_exercised: 'nothing was tried',
  };
  const sentence = 'statement' in entry ? entry.statement : entry.question;
  return {
    message: reason ?? outcome,
    trace: `${entry.id}: ${meanings[outcome]}\n\n${sentence}\n\nInterface: ${entry.source}`,
  };
}

/** The document has no address of its own; if the user has set one, passages are links. */
function linkOf({ interfaceUrl }: Certificate, document: InterfaceDocument): (source: string) => Link[] {
  return (source) =>
    interfaceUrl === undefined ? [] : [{ name: source, url: addressOf(source, interfaceUrl, document), type: 'link' }];
}

function environment(certificate: Certificate): Record<string, string> {
  const { target, suite, selection, clock } = certificate;
  return {
    verdict: certificate.verdict + (certificate.interrupted ? ' (interrupted)' : ''),
    requirements: inNumbers(certificate),
    target: target.baseUrl,
    ...(target.liveBaseUrl === undefined ? {} : { 'live target': target.liveBaseUrl }),
    'interface version': certificate.interfaceVersion,
    'suite version': suite.version,
    register: suite.registerDigest.slice(0, 19),
    seed: String(certificate.seed),
    started: certificate.startedAt,
    finished: certificate.finishedAt,
    requests: certificate.requests.toLocaleString('en'),
    selection: selection === null ? 'everything' : JSON.stringify(selection),
    capabilities: certificate.capabilities.join(', ') || 'plain HTTP alone',
    ...(clock == null ? {} : { "target's clock": formatSkew(clock) }),
    'node.js': process.versions.node,
  };
}

function formatSkew({ skewMs, uncertaintyMs }: NonNullable<Certificate['clock']>): string {
  return `${skewMs >= 0 ? 'ahead' : 'behind'} by ${Math.abs(skewMs)} ms, give or take ${uncertaintyMs} ms`;
}
