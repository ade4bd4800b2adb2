import { writeFileSync } from 'node:fs';
import { openApiYaml } from './document.ts';

writeFileSync(new URL('../../../openapi.yaml', import.meta.url), openApiYaml());
