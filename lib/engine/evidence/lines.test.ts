import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { interfaceDocument } from '../../interface/register/document.ts';
import { accepted, certificate, checkResult } from '../reports/testing.support.ts';
import { writtenFiles } from '../run/recording/evidence-writer.ts';
import type { HarEntry } from './archive/har.ts';
import { ndjson } from './lines.ts';
import { writeEvidence } from './write.ts';

const folder = mkdtempSync(join(tmpdir(), 'lines-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'a.ndjson');

async function read(content: string | Buffer, onCut?: () => void): Promise<unknown[]> {
  writeFileSync(file, content);
  const values: unknown[] = [];
  for await (const value of ndjson(createReadStream(file), 'a.ndjson', onCut)) values.push(value);
  return values;
}

describe('lines of JSON', () => {
  test('end at a newline and at nothing else', async () => {
    const value = fc.object({ key: anyText, values: [anyText], maxDepth: 2 });
    await fc.assert(
      fc.asyncProperty(fc.array(value), async (values) => {
        const plain = values.map((each) => JSON.parse(JSON.stringify(each)) as unknown);
        expect(await read(plain.map((each) => `${JSON.stringify(each)}\n`).join(''))).toEqual(plain);
      }),
      { numRuns: 100 },
    );
  });

  test.each([
    ['text that is none', '{"a":1}\n{"a":\n{"a":3}\n'],
    ['an empty line', '{"a":1}\n\n{"a":3}\n'],
    ['a number', '{"a":1}\n2\n'],
    ['a line that was cut off', '{"a":1}\n{"a"'],
  ])('%s is an error that names the line', async (_, content) => {
    await expect(read(content)).rejects.toThrow('line 2 of a.ndjson is no JSON');
  });

  test('the last one may have been cut off with its writer, where somebody hears of it', async () => {
    let cut = 0;
    expect(await read('{"a":1}\n{"a"', () => cut++)).toEqual([{ a: 1 }]);
    expect(cut).toBe(1);
    await expect(read('{"a"\n{"a":1}\n', () => cut++)).rejects.toThrow('line 1 of');
  });
});

const anyText = fc.string({
  unit: fc.oneof(fc.constantFrom('\u2028', '\u2029', '\r', '\n', '\u0085', '\\', '"', '\ud800'), fc.string()),
});

describe('the exchanges of a run', () => {
  const evidenceFolder = join(folder, 'journal');
  const written = async (lines: string) => {
    await mkdir(evidenceFolder, { recursive: true });
    writeFileSync(join(evidenceFolder, writtenFiles.exchanges), lines);
    await writeEvidence(join(folder, 'out'), certificate(), [checkResult()], {
      evidenceFolder,
      key: null,
      document: interfaceDocument,
    });
    const har = JSON.parse(readFileSync(join(folder, 'out', 'exchanges.har'), 'utf8')) as {
      log: { entries: HarEntry[] };
    };
    return har.log.entries;
  };

  test('are all evidence, whatever line separators a target says', async () => {
    const said = 'one\u2028two\u2029three\rfour\u0085five';
    const response = { status: 200, headers: [], body: said, bodyEncoding: 'utf8' as const, truncated: false };
    const records = [1, 2, 3].map((id) => accepted({ id, response }));
    const entries = await written(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    expect(entries.map(({ _id }) => _id)).toEqual([1, 2, 3]);
    expect(entries.map(({ response }) => response.content.text)).toEqual([said, said, said]);
  });

  test('that cannot be read are an error', async () => {
    await expect(written(`{"id":\n${JSON.stringify(accepted())}\n`)).rejects.toThrow(
      'line 1 of exchanges.ndjson is no JSON',
    );
  });
});
