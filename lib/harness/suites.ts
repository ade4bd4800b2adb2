import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { observations, requirements } from '../requirements/index.ts';
import { type Definition, takeDefinitions } from './define.ts';

export interface Suite {
  /** Below the project's root: `suites/refunds/limits.ts`. */
  readonly file: string;
  readonly definitions: readonly Definition[];
  /** Why the file could not be imported; then it has no definitions. */
  readonly fault: string | null;
  /** What the checks of a file that could not be imported are about: they can neither vanish nor pass. */
  readonly lost: readonly string[];
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Imports every suite file. One that cannot be imported is told, and does not keep the others from running. */
export async function loadSuites(folder = `${root}suites`): Promise<Suite[]> {
  const suites: Suite[] = [];
  for (const path of globSync('**/*.ts', { cwd: folder }).sort()) {
    const file = relative(root, `${folder}/${path}`);
    let fault: string | null = null;
    await import(pathToFileURL(`${folder}/${path}`).href).catch((error: unknown) => {
      fault = `${file} could not be imported: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`;
    });
    const definitions = takeDefinitions();
    if (fault === null) suites.push({ file, definitions, fault, lost: [] });
    else suites.push({ file, definitions: [], fault, lost: idsIn(readFileSync(`${folder}/${path}`, 'utf8')) });
  }
  return suites;
}

/** The suites with only the first check of each requirement: what a gate with few requests makes of them. */
export function firstChecksOf(suites: readonly Suite[]): Suite[] {
  const seen = new Set<string>();
  const first = ({ id }: Definition) => !seen.has(id) && seen.add(id) !== undefined;
  return suites.map((suite) => ({ ...suite, definitions: suite.definitions.filter(first) }));
}

/** The registered ids that a file's text names. */
function idsIn(text: string): string[] {
  return [...requirements, ...observations].map(({ id }) => id).filter((id) => text.includes(`'${id}'`));
}
