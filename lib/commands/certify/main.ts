import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// What was compiled is kept until it changes: to compile all modules takes longer than a small run. The embedded reference does the same.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url));
enableCompileCache(process.env.NODE_COMPILE_CACHE);

await import('./command.ts');
