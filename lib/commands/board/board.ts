import type { KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fingerprint } from '../../engine/evidence/keys.ts';
import { readManifest, sealFiles } from '../../engine/evidence/manifest.ts';
import { type BoardRun, boardPage } from '../../engine/reports/pages/board-page.ts';
import { interfaceDocument } from '../../interface/register/document.ts';
import { chapters } from '../../interface/register/index.ts';
import { verifyFolder } from '../../interface/verify.ts';
import { conclusionOf } from '../verify/terminal.ts';

export interface BoardOptions {
  /** Folders of evidence, as given on the command line. */
  readonly folders: readonly string[];
  /** Each run must be signed with one of these keys; empty: any signature is accepted. */
  readonly keys: readonly KeyObject[];
  /** The file to write the page to. */
  readonly out: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  onVerifying?(index: number): void;
}

/** The board cannot be made; the message is one line. */
export class BoardError extends Error {
  override readonly name = 'BoardError';
}

/**
 * Verifies each folder, writes the page and returns the runs shown. Throws BoardError if the page would lie inside a folder of evidence.
 */
export async function makeBoard({ folders, keys, out, environment, onVerifying }: BoardOptions): Promise<BoardRun[]> {
  const page = resolve(out);
  const sealed = evidenceAround(page);
  if (sealed !== null) throw new BoardError(`--out: ${out} would be a file too many in the evidence of ${sealed}`);
  const runs: BoardRun[] = [];
  for (const [index, folder] of folders.entries()) {
    onVerifying?.(index);
    runs.push(await runIn(folder, { name: nameOf(folder, folders), keys, page, environment }));
  }
  const html = boardPage({ chapters, runs, document: interfaceDocument, madeAt: new Date().toISOString() });
  await mkdir(dirname(page), { recursive: true });
  await writeFile(`${page}.part`, html);
  await rename(`${page}.part`, page);
  return runs;
}

async function runIn(
  folder: string,
  {
    name,
    keys,
    page,
    environment,
  }: { name: string; keys: readonly KeyObject[]; page: string; environment: BoardOptions['environment'] },
): Promise<BoardRun> {
  const path = resolve(folder);
  const key = await keyOf(path, keys);
  const verified = await verifyFolder(path, key, environment);
  const { status, words } = conclusionOf(verified);
  const { evidence, reconciled, contradictions } = verified;
  const holds = status === 0 && evidence !== null && reconciled !== null;
  return {
    name,
    conclusion: words,
    holding: holds
      ? {
          certificate: evidence.certificate,
          reconciled,
          href: hrefOf(path, dirname(page)),
          vouchedFor: verified.integrity.signature.state === 'holds' && verified.integrity.signature.given,
        }
      : null,
    contradictions,
  };
}

/** The key that the manifest names. The name only chooses which key to try: the signature is then checked with it. */
async function keyOf(folder: string, keys: readonly KeyObject[]): Promise<KeyObject | null> {
  const [first = null] = keys;
  if (keys.length < 2) return first;
  const named = (await readManifest(folder).catch(() => null))?.signedBy?.fingerprint;
  return keys.find((key) => fingerprint(key) === named) ?? first;
}

/** The last part of the folder's path if it is unique among all folders, else the path as given. */
function nameOf(folder: string, all: readonly string[]): string {
  const last = (path: string) => basename(resolve(path));
  return all.filter((each) => last(each) === last(folder)).length === 1 ? last(folder) : folder;
}

/** The href of `folder` in a page in `from`: relative, so that both can be moved together. */
export function hrefOf(folder: string, from: string): string {
  const way = relative(from, folder);
  // On Windows there is no relative path to another drive.
  if (isAbsolute(way)) return `${pathToFileURL(folder).href}/`;
  const parts = way.split(sep).filter((part) => part !== '');
  // Without `./` a name with a colon would be read as a URL scheme.
  return `./${parts.map((part) => `${encodeURIComponent(part)}/`).join('')}`;
}

/** The folder of evidence that contains `file` (nothing may be added to it); null: none does. */
function evidenceAround(file: string): string | null {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (existsSync(join(folder, sealFiles.manifest))) return folder;
    if (folder === dirname(folder)) return null;
  }
}
