import { defineConfig } from 'vitest/config';

/** The project's own tests. The suites in `suites/` are no part of this: `npm run certify` runs them, with settings of its own. */
export default defineConfig({
  test: {
    reporters: ['default', ['json', { outputFile: 'reports/tests.json' }]],
    projects: [
      {
        test: {
          name: 'lib',
          include: ['lib/**/*.test.ts'],
          testTimeout: 20_000,
        },
      },
    ],
  },
});
