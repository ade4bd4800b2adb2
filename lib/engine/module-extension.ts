import { extname } from 'node:path';

/** Extension of this program's modules: `.ts`, or `.js` when compiled for a package (Node runs no TypeScript below node_modules). */
export const MODULE_EXTENSION = extname(new URL(import.meta.url).pathname);
