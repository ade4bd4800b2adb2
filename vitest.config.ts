import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// What an earlier run left would be taken for retries of this one. The package's tests write none, and leave those of `npm test`.
const allureResults = 'reports/tests/allure-results';
/** One file for each file of blind mutants: they change only with it and with the reference. */
const probes = 'lib/proof/mutants/blind/*/**/*.test.ts';
if (!process.argv.includes('package')) rmSync(allureResults, { recursive: true, force: true });

/** The project's own tests. The suites in `suites/` are no part of this: `npm run certify` runs them, with settings of its own. */
export default defineConfig({
  test: {
    // Most tests wait for processes that they began: on two cores one worker alone leaves half of the time unused.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    reporters: [
      'default',
      ['json', { outputFile: 'reports/tests.json' }],
      // `npm run report -- --out reports/tests` shows them as a certification's results are shown.
      ['allure-vitest/reporter', { resultsDir: allureResults }],
    ],
    projects: [
      {
        test: {
          name: 'lib',
          include: ['lib/**/*.test.ts'],
          // Whole runs in real time, far away: with the day.
          exclude: ['lib/commands/certify/distance.test.ts', probes],
          // Long enough for a machine that is busy with something else: what hangs is found all the same.
          testTimeout: 600_000,
          hookTimeout: 600_000,
          expect: { poll: { timeout: 120_000 } },
        },
      },
      // Shows of each blind mutant that a client can see it: `npm run test:probes`, after a change of the reference or of a mutant.
      {
        test: {
          name: 'probes',
          include: [probes],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      // Installs from the registry: `npm run test:package`.
      {
        test: {
          name: 'package',
          include: ['lib/**/*.package.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      // Takes minutes: `npm run test:day`.
      {
        test: {
          name: 'day',
          include: ['lib/**/*.day.ts', 'lib/commands/certify/distance.test.ts'],
          testTimeout: 900_000,
        },
      },
    ],
  },
});
