import { readFileSync } from 'node:fs';
import { type Expectations, expectations } from '../../engine/evidence/expectations/table.ts';
import { chapters } from '../register/index.ts';

/** Where the table of a chapter is. They are generated: `npm run predicates`. */
export function tableFile(chapter: string): URL {
  return new URL(`${chapter}.json`, import.meta.url);
}

/** What every check of the suites records where it passes. Throws where a table is not as it is generated. */
export function recordedByChecks(): Expectations {
  return Object.assign({}, ...chapters.map((chapter) => tableOf(chapter)));
}

function tableOf(chapter: string): Expectations {
  return expectations.parse(JSON.parse(readFileSync(tableFile(chapter), 'utf8')));
}
