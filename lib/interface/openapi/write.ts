import { writeFileSync } from 'node:fs';
import { arazzoYaml } from './arazzo.ts';
import { openApiYaml } from './document.ts';

writeFileSync(new URL('../../../openapi.yaml', import.meta.url), openApiYaml());
writeFileSync(new URL('../../../arazzo.yaml', import.meta.url), arazzoYaml());
console.log('written: openapi.yaml, arazzo.yaml');
