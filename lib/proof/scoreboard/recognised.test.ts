import { expect, onTestFinished, test } from 'vitest';
import { Chromium } from '../../engine/browser/chromium.ts';
import { loadSuites } from '../../interface/suites.ts';
import { mutants } from '../mutants/index.ts';
import { attempt } from './attempt.ts';
import { Serving } from './serving.ts';
import type { Job } from './types.ts';

// Targets that behave correctly for a suite that they recognise by one sign, and wrongly for all other clients.
const cheating = mutants.filter(({ name }) => name.startsWith('recognises-'));

/** Detected in either form, because some checks choose their own references, names, amounts and descriptions. */
const SEEN_ANYWAY = [
  'recognises-shape-of-references',
  'recognises-hash-in-names',
  'recognises-usual-amount',
  'recognises-usual-description',
];

test.each([
  { form: 'that can be recognised, passes', incognito: false, outcome: 'passed' },
  { form: 'that looks like an ordinary client, fails', incognito: true, outcome: 'failed' },
])('what is right for the suite alone, in a run $form', async ({ incognito, outcome }) => {
  const suites = await loadSuites();
  const serving = new Serving();
  const chromium = new Chromium(null);
  onTestFinished(async () => {
    serving.close();
    await chromium.close();
  });
  const work = { channel: '', worker: '', lanes: 1, seed: 7, incognito, emptied: [], browserPath: null };
  const outcomes: Record<string, string | undefined> = {};
  for (const { name, breaks } of cheating) {
    const job: Job = {
      kind: 'quick',
      name,
      target: [name],
      first: [breaks],
      untilFailed: false,
      beside: [],
      depth: 'all',
    };
    const { seen, fault } = await attempt(job, suites, { serving, chromium, work });
    const found = seen.filter(({ id }) => id === breaks);
    outcomes[name] = fault ?? found.find((each) => each.outcome !== 'passed')?.outcome ?? found[0]?.outcome;
  }

  const due = cheating.map(({ name }) => [name, SEEN_ANYWAY.includes(name) ? 'failed' : outcome]);
  expect(outcomes).toEqual(Object.fromEntries(due));
});
