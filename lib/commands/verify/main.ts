import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Compiled code is cached until its source changes, in the same folder as for `certify`: both commands compile all suites.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url));
enableCompileCache(process.env.NODE_COMPILE_CACHE);

await import('./command.ts');
