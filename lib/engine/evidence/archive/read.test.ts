import { describe, expect, test } from 'vitest';
import { accepted } from '../../reports/testing.support.ts';
import { archiveHead, har, harEntry } from './har.ts';
import { readArchive } from './read.ts';

const page = (at: number) => ({ id: `check-${at}`, startedDateTime: '2026-01-01T00:00:00.000Z', title: `check ${at}` });

/** An archive in the form in which a run writes it. */
async function written(pages: number, entries: number): Promise<string> {
  const all = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
  async function* exchanges() {
    for (const id of all(entries)) yield accepted({ id });
  }
  let text = '';
  for await (const piece of har('0.1.0', all(pages).map(page), exchanges(), (id) => [`check-${id}`])) text += piece;
  return text;
}

async function read(text: string, pieceBytes = text.length) {
  const found = { pages: [] as unknown[], entries: [] as unknown[] };
  const bytes = Buffer.from(text);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  }
  const head = await readArchive(pieces(), 'a.har', {
    page(json, at) {
      found.pages[at] = JSON.parse(json.toString());
    },
    entry(json, at) {
      found.entries[at] = JSON.parse(json.toString());
    },
  });
  return { head, ...found };
}

const shown = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

describe('an archive', () => {
  test.each([
    [2, 3],
    [1, 1],
    [0, 0],
    [2, 0],
    [0, 2],
  ])('of %i pages and %i entries is read as it was written', async (pages, entries) => {
    const text = await written(pages, entries);
    for (const pieceBytes of [text.length, 7]) {
      expect(await read(text, pieceBytes)).toEqual({
        head: archiveHead('0.1.0'),
        pages: shown(pages).map((at) => ({ ...page(at), pageTimings: {} })),
        entries: shown(entries).map((id) => harEntry(accepted({ id }), [`check-${id}`])),
      });
    }
  });

  const [PAGES, ENTRIES] = ['"pages":[', '"entries":['];
  test.each<[string, (lines: string[]) => void, number]>([
    ['nothing', (lines) => void lines.splice(0), 1],
    ['only a first line', (lines) => void lines.splice(1, lines.length, ''), 2],
    ['no line for pages', (lines) => void lines.splice(lines.indexOf(PAGES), 1), 2],
    ['another line for pages', (lines) => void lines.splice(1, 1, '"pages": ['), 2],
    ['a page without a comma', (lines) => void lines.splice(2, 1, '{}'), 3],
    ['pages without an end', (lines) => void lines.splice(3, 1, '{},'), 5],
    ['no line for entries', (lines) => void lines.splice(lines.indexOf(ENTRIES), 1), 5],
    ['something between pages and entries', (lines) => void lines.splice(4, 0, '"comment":"",'), 5],
    ['an entry after the last', (lines) => void lines.splice(-2, 0, '{}'), 8],
    ['no end', (lines) => void lines.splice(-2, 1), 8],
    ['another end', (lines) => void lines.splice(-2, 1, '],"comment":""}}'), 8],
    ['a line that was cut', (lines) => void lines.splice(6, lines.length, '{"_id":'), 7],
    ['an end that was cut', (lines) => void lines.splice(-1, 1), 8],
    ['a line after the end', (lines) => void lines.splice(-1, 1, '{}', ''), 9],
    ['an empty line after the end', (lines) => void lines.splice(-1, 1, '', ''), 9],
    ['bytes after the end', (lines) => void lines.splice(-1, 1, ' '), 9],
    ['another archive after it', (lines) => void lines.splice(-1, 1, ...lines), 9],
    ['lines that end otherwise', (lines) => void lines.splice(1, 1, `${PAGES}\r`), 2],
  ])('with %s is not read', async (_, change, line) => {
    const lines = (await written(2, 2)).split('\n');
    expect(lines).toHaveLength(9);
    change(lines);
    await expect(read(lines.join('\n'))).rejects.toThrow(`line ${line} of a.har is not as a run writes it`);
  });
});
