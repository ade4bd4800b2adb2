import { linesOf } from '../lines.ts';
import { BadFile } from '../regular.ts';
import { archiveParts } from './har.ts';

/** Receives the lines of an archive, without the trailing commas and brackets; `at` counts from 0. */
export interface ArchiveReader {
  page(json: Buffer, at: number): void;
  entry(json: Buffer, at: number): void;
}

/**
 * Reads an archive that `har` has written, line by line, so that it can be of any length. Returns the first line. Throws BadFile if the
 * archive is written in any other way.
 */
export async function readArchive(input: AsyncIterable<Buffer>, name: string, reader: ArchiveReader): Promise<string> {
  const lines = linesOf(input, name);
  let number = 0;
  const wrong = (at = number) => new BadFile(`line ${at} of ${name} is not as a run writes it`);
  const next = async () => {
    const { value, done } = await lines.next();
    number++;
    if (done || !value.whole) throw wrong();
    return value.bytes;
  };
  const expect = (line: Buffer, text: string) => {
    if (!isText(line, text)) throw wrong();
  };
  const head = (await next()).toString();
  let line = await next();
  if (!isText(line, `${archiveParts.pages}],`)) {
    expect(line, archiveParts.pages);
    for (let at = 0, isLast = false; !isLast; at++) {
      line = await next();
      isLast = endsWith(line, '}],');
      if (!isLast && !endsWith(line, '},')) throw wrong();
      reader.page(line.subarray(0, isLast ? -2 : -1), at);
    }
  }
  expect(await next(), archiveParts.entries);
  line = await next();
  for (let at = 0, isLast = isText(line, archiveParts.end); !isLast; at++) {
    isLast = !endsWith(line, ',');
    reader.entry(isLast ? line : line.subarray(0, -1), at);
    line = await next();
  }
  expect(line, archiveParts.end);
  if (!(await lines.next()).done) throw wrong(number + 1);
  return head;
}

function isText(line: Buffer, text: string): boolean {
  return line.length === text.length && line.toString() === text;
}

function endsWith(line: Buffer, end: string): boolean {
  return line.subarray(-end.length).toString() === end;
}
