import { fileURLToPath } from 'node:url';
import { loadSuites as loadFrom, type Suite } from '../engine/checks/suites.ts';
import { observations, requirements } from './register/index.ts';

const suitesFolder = fileURLToPath(new URL('../../suites', import.meta.url));

const ids = [...requirements, ...observations].map(({ id }) => id);

/** All suites of this interface. A file that cannot be imported is told, and does not keep the others from running. */
export async function loadSuites(folder = suitesFolder): Promise<Suite[]> {
  return await loadFrom(folder, ids);
}
