// node table.mjs [SEED] [MUTANTS OF EACH CHAPTER]: see run. What was found is kept in reports/schemathesis: a run that was ended goes on from there.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chapters, requirement } from '../../lib/interface/register/index.ts';
import { launch } from '../../lib/interface/target/launch.ts';
import { mutants } from '../../lib/proof/mutants/index.ts';

const MAX_SECONDS = 240;
const AT_ONCE = 2;
const [seed = '1', perChapter = '4'] = process.argv.slice(2);
const folder = 'reports/schemathesis';
mkdirSync(folder, { recursive: true });
const file = `${folder}/found-${seed}.json`;
const found = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};

const place = ({ name }) => createHash('sha256').update(`${seed} ${name}`).digest('hex');
const drawn = chapters.map((chapter) => ({
  chapter,
  of: mutants
    .filter(({ breaks }) => requirement(breaks).chapter === chapter)
    .sort((a, b) => (place(a) < place(b) ? -1 : 1))
    .slice(0, Number(perChapter)),
}));
// One of each chapter, then another of each.
const sample = Array.from({ length: Number(perChapter) }, (_, at) => drawn.flatMap(({ of }) => of[at] ?? [])).flat();

const clean = [
  ['the reference', ['lib/proof/reference/main.ts']],
  ['the second implementation', ['lib/proof/second/main.ts']],
];
await lookAt(clean);
for (const [name] of clean) console.log(`${name}: ${found[name].join('; ') || 'nothing found'}`);
if (clean.some(([name]) => found[name].length > 0)) process.exit(1);
await lookAt(sample.map(({ name }) => [name, ['lib/proof/mutants/main.ts', '--mutant', name]]));

const proof = `${folder}/proof`;
const ours = spawn(
  process.execPath,
  ['lib/proof/scoreboard/main.ts', '--seed', seed, '--out', proof, ...sample.flatMap(({ name }) => ['--mutant', name])],
  { stdio: ['ignore', 'ignore', 'inherit'] },
);
await once(ours, 'exit');
const fates = JSON.parse(readFileSync(`${proof}/proof.json`, 'utf8')).requirements.flatMap((each) => each.mutants);
const killed = new Set(fates.filter(({ fate }) => fate === 'killed').map(({ name }) => name));

const row = (chapter, of) => {
  const byTool = of.filter(({ name }) => found[name].length > 0).length;
  return `| ${chapter} | ${of.length} | ${byTool} | ${of.filter(({ name }) => killed.has(name)).length} |`;
};
const table = [
  '| Chapter | Mutants | schemathesis | this suite, at the requirement |',
  '|---|---|---|---|',
  ...drawn.map(({ chapter, of }) => row(chapter, of)),
  row('all', sample),
].join('\n');
writeFileSync(`${folder}/table.md`, `${table}\n`);
console.log(table);
for (const { name } of sample) if (!killed.has(name)) console.log(`this suite did not find ${name}`);
process.exitCode = killed.size === sample.length ? 0 : 1;

async function lookAt(targets) {
  const left = targets.filter(([name]) => !(name in found));
  const next = async () => {
    for (let target = left.shift(); target !== undefined; target = left.shift()) {
      const [name, args] = target;
      found[name] = await foundIn(args);
      writeFileSync(file, JSON.stringify(found, null, 1));
      console.error(`${left.length} left; ${name}: ${found[name].join('; ') || 'nothing'}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

/** What the tool finds, each as "what: the operations". Throws where it could not look. */
async function foundIn(args) {
  const { settings, stop } = await launch(args.join(' '), process.execPath, [...args, '--settings']);
  try {
    const made = await fetch(`${settings.TARGET_CONTROL_URL}/merchants`, {
      method: 'POST',
      headers: { authorization: `Bearer ${settings.TARGET_CONTROL_TOKEN}` },
      body: JSON.stringify({ environment: 'sandbox' }),
    });
    const { merchantId, apiKey } = await made.json();
    const report = join(mkdtempSync(join(tmpdir(), 'schemathesis-')), 'report.json');
    const options = [
      ...[
        '--url',
        settings.TARGET_BASE_URL,
        '-H',
        `Authorization: Bearer ${apiKey}`,
        '-H',
        `X-Merchant-Id: ${merchantId}`,
      ],
      ...['--seed', seed, '--report', 'json', '--report-json-path', report],
    ];
    const tool = spawn(
      'schemathesis',
      ['--config-file', '.ci/schemathesis/schemathesis.toml', 'run', 'openapi.yaml', ...options],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
        timeout: MAX_SECONDS * 1_000,
        env: { ...process.env, ...settings, SCHEMATHESIS_HOOKS: 'hooks', PYTHONPATH: '.ci/schemathesis' },
      },
    );
    const [status] = await once(tool, 'exit');
    const { failures, test_cases: cases } = JSON.parse(readFileSync(report, 'utf8'));
    // Neither "nothing was found" nor "something was"; or requests that no answer came to.
    if ((status !== 0 && status !== 1) || cases.errored > 0) throw new Error(`schemathesis ended with ${status}`);
    return failures.map(({ title, operations }) => `${title}: ${operations.join(', ')}`);
  } finally {
    await stop();
  }
}
