import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Command, CommanderError } from 'commander';

/** Builds the Allure report of the newest run: one file that can be mailed and that asks nothing of the network. */
if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  process.exitCode = await main();

/** Returns the path of the report: `allure-report.html` beside the results in `folder`. Throws an Error of one line. */
export async function buildReport(folder: string): Promise<string> {
  const results = join(folder, 'allure-results');
  if (!existsSync(results))
    throw new Error(`no Allure results in ${folder}: run npm run certify first, with the same --out`);
  const scratch = await mkdtemp(join(tmpdir(), 'allure-'));
  try {
    const title = 'Merchant Payments Service Interface: conformance';
    await allure([
      'awesome',
      results,
      '--single-file',
      '--group-by',
      'epic,feature,story',
      '--name',
      title,
      '--output',
      scratch,
    ]);
    const page = withoutCalls(await readFile(join(scratch, 'index.html'), 'utf8'));
    const report = join(folder, 'allure-report.html');
    await writeFile(`${report}.part`, page);
    await rename(`${report}.part`, report);
    return report;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/**
 * Takes the analytics tag out that Allure's page carries and that no setting removes: an auditor's report calls nobody. The policy
 * makes a browser refuse whatever else a later version might bring.
 */
export function withoutCalls(page: string): string {
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'">`;
  const stripped = page
    .replace(/<script[^>]*googletagmanager\.com[^>]*><\/script>\s*/g, '')
    .replace(/<script>\s*window\.dataLayer[\s\S]*?<\/script>\s*/g, '')
    .replace(/<head>/, `<head>\n    ${policy}`);
  if (/googletagmanager|gtag\(/.test(stripped.replace(/base64,[A-Za-z0-9+/=]+/g, ''))) {
    throw new Error('the Allure page still calls for analytics: its template has changed');
  }
  if (!stripped.includes(policy)) throw new Error('the Allure page has no head for a policy: its template has changed');
  return stripped;
}

async function allure(args: readonly string[]): Promise<void> {
  const cli = fileURLToPath(new URL('../cli.js', import.meta.resolve('allure')));
  const child = spawn(process.execPath, [cli, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const status = await new Promise<number | null>((done, fail) => child.on('close', done).on('error', fail));
  if (status !== 0) throw new Error(`allure ended with status ${status}: ${said.trim().split('\n').at(-1) ?? ''}`);
}

async function main(): Promise<number> {
  const program = new Command('report')
    .description('Builds the Allure report of the newest run as one HTML file.')
    .option('--out <folder>', 'the folder that certify wrote to', 'reports')
    .exitOverride();
  try {
    program.parse();
    const report = await buildReport(resolve(program.opts<{ out: string }>().out));
    console.log(`report: ${report}\nopen it in a browser: ${pathToFileURL(report).href}`);
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    console.error(`report: ${error instanceof Error ? error.message : String(error)}`);
    return 2;
  }
}
