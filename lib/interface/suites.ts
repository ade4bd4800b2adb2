import { fileURLToPath } from 'node:url';
import { Holders } from '../engine/checks/holders.ts';
import { loadSuites as loadFrom, type Suite } from '../engine/checks/suites.ts';
import { observations, requirements } from './register/index.ts';

const suitesFolder = fileURLToPath(new URL('../../suites', import.meta.url));

const ids = [...requirements, ...observations].map(({ id }) => id);

const loaded = new Map<string, Promise<Suite[]>>();
let loadedInPart = false;

/**
 * All suites of this interface. Each file is imported once per process and defines its checks then, so the result is
 * kept. A file that cannot be imported becomes a suite with a `fault`; the others still run.
 */
export async function loadSuites(folder = suitesFolder): Promise<Suite[]> {
  mustNotBeInPart();
  const suites = loaded.get(folder) ?? (folder === suitesFolder ? loadAndLearn() : loadFrom(folder, ids));
  loaded.set(folder, suites);
  return await suites;
}

/**
 * The suites with checks of these ids, or all where it is not known which these are. For a process that needs no others later: a file is
 * imported by those that need its tables, too, and its checks would then be taken for theirs.
 */
export async function loadSuitesOf(wanted: ReadonlySet<string>): Promise<Suite[]> {
  mustNotBeInPart();
  const files = loaded.has(suitesFolder) ? null : holders().filesOf(wanted);
  if (files === null) return await loadSuites();
  loadedInPart = true;
  return await loadFrom(suitesFolder, ids, files);
}

async function loadAndLearn(): Promise<Suite[]> {
  const memory = holders();
  const suites = await loadFrom(suitesFolder, ids);
  memory.learn(suites);
  return suites;
}

/** A file that is imported again defines nothing. */
function mustNotBeInPart(): void {
  if (loadedInPart) throw new Error('this process has loaded some suites and no others');
}

/** Loading all suites takes longer than checking a requirement. */
function holders(): Holders {
  const file = fileURLToPath(new URL('../../node_modules/.cache/suites.json', import.meta.url));
  // Rows are made from the register, too.
  return new Holders(file, [suitesFolder, fileURLToPath(new URL('.', import.meta.url))]);
}
