import { extname } from 'node:path';

/** Of this program's own modules: `.ts`, or `.js` where it was compiled for a package (Node runs no TypeScript below node_modules). */
export const MODULE_EXTENSION = extname(new URL(import.meta.url).pathname);
