#!/usr/bin/env node
// What takes too long for each change: `node .ci/on-demand.mjs day disturb` runs it and notes in last-runs.json when it ran and how it
// ended; without a name it tells that.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const commands = {
  probes: 'npm run test:probes',
  day: 'npm run test:day',
  disturb: 'npm run disturb',
  readings: 'npm run prove -- --readings',
  proof: 'npm run prove',
  load: 'npm run load -- all --reference && npm run load -- prove',
  capacity: 'npm run load -- prove --script capacity --times 20',
  package: 'npm run test:package',
  attestation: 'bash .ci/attestation/run',
  image: 'bash .ci/image/run',
  operator: 'bash .ci/operator/run',
  elsewhere: 'bash .ci/elsewhere/run',
  schemathesis: 'bash .ci/schemathesis/run',
};

const file = new URL('last-runs.json', import.meta.url);
const last = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
const names = process.argv.slice(2);
const unknown = names.find((name) => !(name in commands));
if (unknown !== undefined) {
  console.error(`no ${unknown}; there are: ${Object.keys(commands).join(', ')}`);
  process.exit(2);
}

for (const name of names) {
  const began = Date.now();
  const { status } = spawnSync(commands[name], { shell: true, stdio: 'inherit' });
  const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout.trim();
  last[name] = { at: new Date(began).toISOString(), commit, seconds: Math.round((Date.now() - began) / 1_000), status };
  writeFileSync(file, `${JSON.stringify(last, null, 2)}\n`);
  if (status !== 0) process.exitCode = 1;
}

for (const [name, command] of Object.entries(commands)) {
  const run = last[name];
  const told =
    run === undefined
      ? 'never ran'
      : `${run.status === 0 ? 'passed' : 'failed'} on ${run.at.slice(0, 10)} at ${run.commit}, in ${run.seconds} s`;
  console.log(`on demand: ${name} (${command}): ${told}`);
}
