import { fileURLToPath } from 'node:url';
import { loadSuites as loadFrom, type Suite } from '../engine/checks/suites.ts';
import { observations, requirements } from './register/index.ts';

const suitesFolder = fileURLToPath(new URL('../../suites', import.meta.url));

const ids = [...requirements, ...observations].map(({ id }) => id);

const loaded = new Map<string, Promise<Suite[]>>();

/**
 * All suites of this interface. Each file is imported once per process and defines its checks then, so the result is
 * kept. A file that cannot be imported becomes a suite with a `fault`; the others still run.
 */
export async function loadSuites(folder = suitesFolder): Promise<Suite[]> {
  const suites = loaded.get(folder) ?? loadFrom(folder, ids);
  loaded.set(folder, suites);
  return await suites;
}
