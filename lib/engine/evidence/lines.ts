import { parseWhole } from './json.ts';
import { BadFile } from './regular.ts';

/** Bytes. The suite writes no longer line, and a longer one is never held in memory. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

const NEWLINE = 0x0a;

/**
 * The values of `name`, a file with one JSON text per line (NDJSON). A line ends only at a `\n` byte: U+2028 and a carriage return are
 * ordinary characters (RFC 8259, 7), although Node's readline ends a line at either. Throws an Error that names the line which does not
 * hold an object. Bytes after the last `\n` are a line that was cut off when its writer ended: `onCut` is called for it; without `onCut` it
 * throws too.
 */
export async function* ndjson(
  input: AsyncIterable<Buffer>,
  name: string,
  onCut?: () => void,
  parse: typeof parseWhole = parseWhole,
): AsyncGenerator<object> {
  let number = 0;
  for await (const { bytes, whole } of linesOf(input, name)) {
    number++;
    const { value, wrong } = parse(bytes);
    if (typeof value === 'object' && value !== null) yield value;
    else if (whole || onCut === undefined)
      throw new BadFile(`line ${number} of ${name} ${wrong ?? 'is no JSON object'}`);
    else onCut();
  }
}

/** The lines of a file as bytes, without line ends. `whole` is false for the last line if no `\n` follows it. */
export async function* linesOf(
  input: AsyncIterable<Buffer>,
  name: string,
): AsyncGenerator<{ bytes: Buffer; whole: boolean }> {
  let begun: Buffer[] = [];
  let length = 0;
  for await (const chunk of input) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      yield { bytes: Buffer.concat([...begun, chunk.subarray(from, at)]), whole: true };
      begun = [];
      length = 0;
      from = at + 1;
    }
    const rest = chunk.subarray(from);
    length += rest.length;
    if (length > MAX_LINE_BYTES) throw new BadFile(`a line of ${name} is longer than ${MAX_LINE_BYTES} bytes`);
    if (rest.length > 0) begun.push(rest);
  }
  if (length > 0) yield { bytes: Buffer.concat(begun), whole: false };
}
