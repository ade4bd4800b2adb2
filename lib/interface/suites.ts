import { fileURLToPath } from 'node:url';
import { loadSuites as loadFrom, type Suite } from '../engine/checks/suites.ts';
import { observations, requirements } from './register/index.ts';

const suitesFolder = fileURLToPath(new URL('../../suites', import.meta.url));

const ids = [...requirements, ...observations].map(({ id }) => id);

const loaded = new Map<string, Promise<Suite[]>>();

/**
 * All suites of this interface, loaded once: a file is imported once in a process, and defines its checks then. One that cannot be
 * imported is told, and does not keep the others from running.
 */
export async function loadSuites(folder = suitesFolder): Promise<Suite[]> {
  const suites = loaded.get(folder) ?? loadFrom(folder, ids);
  loaded.set(folder, suites);
  return await suites;
}
