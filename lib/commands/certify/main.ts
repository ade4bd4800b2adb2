import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Caches compiled modules until they change: compiling all of them takes longer than a small run. The embedded reference uses the same
// cache.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url));
enableCompileCache(process.env.NODE_COMPILE_CACHE);

await import('./command.ts');
