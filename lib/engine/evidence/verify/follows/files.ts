import { formats } from '../../../reports/formats.ts';
import { type Manifest, sealFiles } from '../../manifest.ts';
import { evidenceFiles } from '../../write.ts';

/** What `npm run report` adds to a run's evidence. */
export const addedFiles = { report: 'allure-report.html', history: 'allure-history.jsonl' } as const;

/** What a report, and load beside it, adds to the evidence. */
export function isAddedLater(path: string): boolean {
  return path === addedFiles.report || path === addedFiles.history || /^(load|allure-results)\//.test(path);
}

/** What every run leaves, of which a certificate is shown to others. */
const due: readonly string[] = [...Object.values(evidenceFiles), ...Object.keys(formats)];

/** A run leaves the same files each time. */
export function missingFiles(manifest: Manifest | null): string[] {
  const there = new Set(manifest?.files.map(({ path }) => path));
  return manifest === null
    ? []
    : due.filter((path) => !there.has(path)).map((path) => `${path}: a run leaves it, and it is not there`);
}

/** What else the folder held when it was sealed, such as another run: it may say anything, a certificate of somebody's own included. */
export function strangeFiles(manifest: Manifest | null): string[] {
  const known = new Set([...due, sealFiles.publicKey]);
  return (manifest?.files ?? []).map(({ path }) => path).filter((path) => !known.has(path) && !isAddedLater(path));
}
