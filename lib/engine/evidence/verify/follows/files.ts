import { addedFiles } from '../../../reports/added.ts';
import { formats } from '../../../reports/formats.ts';
import { type Manifest, sealFiles } from '../../manifest.ts';
import { evidenceFiles } from '../../write.ts';

/** Whether a report or load tests add this file to the evidence. */
export function isAddedLater(path: string): boolean {
  return Object.values<string>(addedFiles).includes(path) || /^(load|allure-results)\//.test(path);
}

/** The files that every run leaves. */
const due: readonly string[] = [...Object.values(evidenceFiles), ...Object.keys(formats)];

/** The files that a run leaves and that the manifest does not list. */
export function missingFiles(manifest: Manifest | null): string[] {
  const there = new Set(manifest?.files.map(({ path }) => path));
  return manifest === null
    ? []
    : due.filter((path) => !there.has(path)).map((path) => `${path}: a run leaves it, and it is not there`);
}

/**
 * Other files that were in the folder when it was sealed, such as those of another run. Their content is not verified: it may even be a
 * forged certificate.
 */
export function strangeFiles(manifest: Manifest | null): string[] {
  const known = new Set([...due, sealFiles.publicKey]);
  return (manifest?.files ?? []).map(({ path }) => path).filter((path) => !known.has(path) && !isAddedLater(path));
}
