import { extname } from 'node:path';

/** Extension of this program's modules: `.ts`, or `.js` when compiled for a package (Node runs no TypeScript below node_modules). */
export const MODULE_EXTENSION = extname(new URL(import.meta.url).pathname);

/** Whether this package can be imported: a plain installation of the command lacks those that only some features need. */
export function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}
