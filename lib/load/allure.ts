import { mkdir } from 'node:fs/promises';
import { Stage, Status } from 'allure-js-commons';
import { FileSystemWriter, ReporterRuntime } from 'allure-js-commons/sdk/reporter';
import { counted } from '../engine/evidence/counted.ts';
import type { Picture } from './plots.ts';
import type { Finding, Outcome, Result } from './types.ts';

const statuses: Readonly<Record<Outcome, Status>> = {
  passed: Status.PASSED,
  failed: Status.FAILED,
  // An inconclusive finding is not the target's failure; `broken` is also the status of blocked checks.
  inconclusive: Status.BROKEN,
  'not exercised': Status.SKIPPED,
};

/** Writes one Allure test result for each finding of a script, so that one report covers conformance and load. */
export async function writeLoadResults(folder: string, result: Result, plots: readonly Picture[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const runtime = new ReporterRuntime({ writer: new FileSystemWriter({ resultsDir: folder }) });
  const all = result.verdict === 'not exercised' ? [] : result.findings;
  for (const finding of all) write(runtime, result, finding, finding === all[0] ? plots : []);
  if (all.length === 0) {
    const says = result.question;
    const none: Finding = {
      id: 'not-exercised',
      says,
      outcome: 'inconclusive',
      detail: result.reason ?? '',
      examples: [],
    };
    write(runtime, result, none, []);
  }
}

function write(
  runtime: ReporterRuntime,
  result: Result,
  { id, says, outcome, detail, examples }: Finding,
  plots: readonly Picture[],
): void {
  const { script, question, requests, plan } = result;
  const [start, stop] = [Date.parse(result.startedAt), Date.parse(result.finishedAt)];
  const uuid = runtime.startTest({
    name: `${script}/${id}: ${says}`,
    fullName: `load/${script}#${id}`,
    historyId: `load/${script}#${id}`,
    testCaseId: `load/${script}#${id}`,
    stage: Stage.FINISHED,
    start,
    description: [says, `*Measured:* ${detail}`, `*Load:* ${plan}; ${counted(requests, 'request')}`].join('\n\n'),
    labels: [
      { name: 'epic', value: 'load' },
      { name: 'feature', value: script },
      { name: 'story', value: question },
      { name: 'tag', value: `load/${script}/${id}` },
      { name: 'severity', value: 'critical' },
    ],
  });
  const status = statuses[outcome];
  runtime.updateTest(uuid, (test) => {
    test.status = status;
    if (status !== Status.PASSED) test.statusDetails = { message: [detail, ...examples].join('\n') };
  });
  for (const { name, svg } of plots) attach(runtime, uuid, name, svg, 'image/svg+xml', '.svg');
  const { findings: _, ...measured } = result;
  attach(runtime, uuid, 'measured', JSON.stringify(measured, null, 2), 'application/json', '.json');
  runtime.stopTest(uuid, { stop });
  runtime.writeTest(uuid);
}

function attach(
  runtime: ReporterRuntime,
  uuid: string,
  name: string,
  text: string,
  contentType: string,
  fileExtension: string,
): void {
  runtime.writeAttachment(uuid, null, name, Buffer.from(text), { contentType, fileExtension, wrapInStep: false });
}
