import { extname } from 'node:path';

/**
 * Extension of this program's own modules: `.ts`, or `.js` when compiled for a package (Node does not run TypeScript below node_modules).
 */
export const MODULE_EXTENSION = extname(new URL(import.meta.url).pathname);
