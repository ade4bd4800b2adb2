import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestResult } from 'allure-js-commons';
import { FileSystemWriter } from 'allure-js-commons/sdk/reporter';
import { printable } from '../printable.ts';

/**
 * Writes Allure results. Allure's own writer flushes each of about 3,000 files to disk, which on a slow disk takes longer than the
 * checks; results lost in a power failure can be made again by another run.
 */
export class AllureFolder extends FileSystemWriter {
  readonly #folder: string;

  constructor(folder: string) {
    super({ resultsDir: folder });
    mkdirSync(folder, { recursive: true });
    this.#folder = folder;
  }

  override writeResult(result: TestResult): void {
    this.#write(`${result.uuid}-result.json`, JSON.stringify(result, replacePrintable));
  }

  override writeAttachment(name: string, content: Buffer): void {
    this.#write(name, content);
  }

  #write(name: string, content: string | Buffer): void {
    writeFileSync(join(this.#folder, name), content);
  }
}

/** Replacer for JSON.stringify: makes every text safe to display. */
function replacePrintable(_: string, value: unknown): unknown {
  return typeof value === 'string' ? printable(value) : value;
}
