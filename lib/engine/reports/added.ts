import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The files that the command `report` adds to a run's evidence. */
export const addedFiles = {
  report: 'allure-report.html',
  history: 'allure-history.jsonl',
  index: 'index.html',
} as const;

/**
 * Removes the report of earlier results, which would contradict new ones, and the index that links to it. The history stays: the next report
 * compares with it.
 */
export async function removeReport(folder: string): Promise<void> {
  const report = join(folder, addedFiles.report);
  // An index without a report beside it is not one of ours.
  if (existsSync(report)) await rm(join(folder, addedFiles.index), { force: true });
  await rm(report, { force: true });
}
