import { defineConfig } from 'vitest/config';

/** Two kinds of test: `lib` is the project's own; `suites` is what certifies a target and is started by `npm run certify`. */
export default defineConfig({
  test: {
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
