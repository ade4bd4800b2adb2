import { spawn } from 'node:child_process';
import { createPublicKey, type KeyObject } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Command, CommanderError } from 'commander';
import { attest } from '../../engine/evidence/attestation/attest.ts';
import type { Certificate } from '../../engine/evidence/certificate.ts';
import { signingKey } from '../../engine/evidence/keys.ts';
import { maySealAgain, sealAgain } from '../../engine/evidence/manifest.ts';
import { isAddedLater } from '../../engine/evidence/verify/follows/files.ts';
import { evidenceFiles } from '../../engine/evidence/write.ts';
import { isInstalled } from '../../engine/modules.ts';
import { addedFiles } from '../../engine/reports/added.ts';
import { type IndexEntry, indexPage } from '../../engine/reports/pages/index-page.ts';
import { inOrder, openedAtItsTop, withoutCalls } from '../../engine/reports/pages/report-page.ts';
import { inOneLine } from '../../engine/reports/printable.ts';
import { reportedChecks } from '../../engine/reports/reported.ts';
import { interfaceDocument } from '../../interface/register/document.ts';
import { observations, requirements } from '../../interface/register/index.ts';
import { verifyFolder } from '../../interface/verify.ts';
import { attestingOf, timestampOption } from '../terminal/attesting.ts';
import { commandLine } from '../terminal/command-line.ts';
import { fitting, program as runProgram } from '../terminal/program.ts';

/** The number of runs in the report's history. Each run makes the page larger. */
const RUNS = 6;

const pages: readonly IndexEntry[] = [
  { file: 'certificate.html', what: 'The certificate' },
  { file: 'trace.html', what: 'Trace matrix: from the interface to its tests' },
  { file: addedFiles.report, what: 'Every check with its steps, exchanges and webhooks' },
];

/** A plain installation lacks them, and `--help` works without. */
const ALLURE = ['allure', 'allure-js-commons'];
const allureResults = () => import('../../engine/reports/allure/allure.ts');

/** Builds the Allure report of the newest run: one self-contained file that makes no network requests, so that it can be mailed. */
if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await runProgram(main);

/**
 * Returns the path of the report: `allure-report.html` in `folder`, built from the results of the checks and of load tests, if there are
 * any. `allure-history.jsonl` beside it holds the earlier runs, `index.html` links to all pages of the folder. The files become part of the
 * evidence, which is sealed again: signed with `key` if it was signed, and time-stamped by the authority at `timestamp`. Throws an Error of one line; if only the time stamp fails, the
 * report and the seal are complete.
 */
export async function buildReport(
  folder: string,
  key: KeyObject | null = null,
  timestamp: URL | null = null,
): Promise<string> {
  const missing = ALLURE.filter((name) => !isInstalled(name));
  if (missing.length > 0)
    throw new Error(`a plain installation lacks ${missing.join(' and ')}: npm install ${missing.join(' ')}`);
  const { categories } = await allureResults();
  await maySealAgain(folder, key, timestamp !== null);
  if (key !== null) await mustHold(folder, key);
  if (existsSync(join(folder, evidenceFiles.steps))) await writeResults(folder);
  const results = globSync(['allure-results', 'load/*/allure-results'], { cwd: folder }).map((name) =>
    join(folder, name),
  );
  if (results.length === 0)
    throw new Error(
      `no Allure results in ${folder}: run ${commandLine('certify')} first, or load tests, with the same --out`,
    );
  const scratch = await mkdtemp(join(tmpdir(), 'allure-'));
  try {
    const [config, history] = [join(scratch, 'allurerc.json'), join(scratch, addedFiles.history)];
    const run = await nameOfRun(folder);
    await writeFile(history, await earlierRuns(join(folder, addedFiles.history), run));
    const awesome = {
      reportLanguage: 'en',
      singleFile: true,
      groupBy: ['epic', 'feature', 'story'],
      defaultSortBy: 'order,asc',
    };
    const settings = {
      name: run,
      output: join(scratch, 'report'),
      historyPath: history,
      historyLimit: RUNS,
      categories,
      plugins: { awesome: { options: awesome } },
    };
    await writeFile(config, JSON.stringify(settings));
    const said = await allure(['generate', '--cwd', scratch, '--config', config, ...results], scratch);
    const made = globSync('report/**/index.html', { cwd: scratch })[0];
    if (made === undefined) throw new Error(`allure made no report: ${said}`);
    const ids = [...requirements, ...observations].map(({ id }) => id);
    const page = inOrder(openedAtItsTop(withoutCalls(await readFile(join(scratch, made), 'utf8'))), ids);
    const report = join(folder, addedFiles.report);
    await writeFile(`${report}.part`, page);
    await rename(`${report}.part`, report);
    await copyFile(history, join(folder, addedFiles.history));
    await writeFile(join(folder, addedFiles.index), indexPage(run, pagesIn(folder)));
    await sealAgain(folder, key, isAddedLater);
    await attest(folder, { key, timestamp });
    return report;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/**
 * A signature covers the whole folder, so evidence that was changed since it was signed, or that contradicts itself, is not signed again.
 */
async function mustHold(folder: string, key: KeyObject): Promise<void> {
  const { contradictions, unverifiable } = await verifyFolder(folder, createPublicKey(key), process.env);
  const isNew = (contradiction: string) => isAddedLater(contradiction.replace(/: it is not in the manifest$/, ''));
  const why = contradictions.find((each) => !isNew(each)) ?? unverifiable;
  if (why !== null) throw new Error(`the evidence does not hold, and is not signed again: ${inOneLine(why)}`);
}

/**
 * Writes `allure-results` from the evidence of a run. Only the report needs these thousands of files, so the run itself does not write
 * them.
 */
async function writeResults(folder: string): Promise<void> {
  const { writeAllureResults } = await allureResults();
  const { certificate, findings } = await reportedChecks(folder);
  const results = join(folder, 'allure-results');
  await rm(results, { recursive: true, force: true });
  writeAllureResults(results, certificate, findings, interfaceDocument);
}

/** The pages that a run, its report and load tests left in the folder. */
function pagesIn(folder: string): IndexEntry[] {
  const load = globSync('load/**/{result,comparison,proof}.html', { cwd: folder }).map((file) =>
    file.replaceAll('\\', '/'),
  );
  return [
    ...pages.filter(({ file }) => existsSync(join(folder, file))),
    ...load.toSorted().map((file) => ({ file, what: `Load: ${file.split('/').slice(1, -1).join(', ') || 'all'}` })),
  ];
}

/** The report's title, which also identifies this run in the history. */
async function nameOfRun(folder: string): Promise<string> {
  const certificate = await readFile(join(folder, 'certificate.json'), 'utf8')
    .then((text) => JSON.parse(text) as Partial<Certificate>)
    .catch((): Partial<Certificate> => ({}));
  const at = certificate.startedAt ?? new Date().toISOString();
  // Allure shows the verdict among its metadata, which a narrow screen cuts off.
  const verdict = certificate.verdict === undefined ? '' : `${certificate.verdict}, `;
  return `${interfaceDocument.name}: ${verdict}run of ${at.slice(0, 10)}, ${at.slice(11, 19)} UTC`;
}

/** The history without this run: a report that is built again must not count its own run as an earlier one. */
async function earlierRuns(file: string, run: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => line !== '' && !line.includes(JSON.stringify(run)));
  return lines.map((line) => `${line}\n`).join('');
}

/** Resolves with the output of the command. */
async function allure(args: readonly string[], cwd: string): Promise<string> {
  const cli = fileURLToPath(new URL('../cli.js', import.meta.resolve('allure')));
  const child = spawn(process.execPath, [cli, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const status = await new Promise<number | null>((done, fail) => child.on('close', done).on('error', fail));
  if (status !== 0) throw new Error(`allure ended with status ${status}: ${said.trim()}`);
  return said.trim();
}

async function main(): Promise<number> {
  const program = new Command('report')
    .description('Builds the Allure report of the newest run as one HTML file.')
    .option('--out <folder>', 'the folder that certify wrote to', 'reports')
    .option('--open', 'show it in the browser')
    .option(
      '--sign <file>',
      'sign the evidence again, the report and a new attestation included, with this Ed25519 private key (PEM)',
    )
    .addOption(timestampOption())
    .exitOverride()
    .configureOutput(fitting);
  try {
    program.parse();
    const { out, open, sign, timestamp } = program.opts<{
      out: string;
      open?: true;
      sign?: string;
      timestamp?: string;
    }>();
    const attesting = await attestingOf({ timestamp }, sign !== undefined, process.env);
    const report = await buildReport(resolve(out), sign === undefined ? null : signingKey(sign), attesting.timestamp);
    console.log(`report: ${report}\nopen it in a browser: ${pathToFileURL(report).href}`);
    console.log(`every page of the run: ${join(resolve(out), addedFiles.index)}`);
    if (open) await show(report);
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    console.error(`report: ${error instanceof Error ? error.message : String(error)}`);
    return 2;
  }
}

/** Opens the report in the user's browser, which keeps running after this program ends. */
async function show(report: string): Promise<void> {
  const { default: open } = await import('open');
  const shown = await open(report);
  await new Promise<void>((done, fail) => {
    shown
      .once('spawn', done)
      .once('error', (error) => fail(new Error(`no browser could be started: ${error.message}`)));
    if (shown.pid !== undefined) done();
  });
}
