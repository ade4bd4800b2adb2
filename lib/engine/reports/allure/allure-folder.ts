import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestResult } from 'allure-js-commons';
import { FileSystemWriter } from 'allure-js-commons/sdk/reporter';
import { printable } from '../printable.ts';

/**
 * Writes Allure results. Allure's own writer forces each of some three thousand files to the disk, which takes longer than the checks
 * on a slow one; what is lost with the machine's power is made again by another run.
 */
export class AllureFolder extends FileSystemWriter {
  readonly #folder: string;

  constructor(folder: string) {
    super({ resultsDir: folder });
    mkdirSync(folder, { recursive: true });
    this.#folder = folder;
  }

  override writeResult(result: TestResult): void {
    this.#write(`${result.uuid}-result.json`, JSON.stringify(result, shown));
  }

  override writeAttachment(name: string, content: Buffer): void {
    this.#write(name, content);
  }

  #write(name: string, content: string | Buffer): void {
    writeFileSync(join(this.#folder, name), content);
  }
}

/** For JSON.stringify: every text in it as it may be shown. */
function shown(_: string, value: unknown): unknown {
  return typeof value === 'string' ? printable(value) : value;
}
