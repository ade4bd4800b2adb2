import { createReadStream, createWriteStream } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Line } from '../../load/support/line.ts';
import { linesOf } from '../engine/evidence/lines.ts';

const OPENING_BRACE = 0x7b;

/**
 * The requests of a run, on disk: a run of hours has millions, and memory must not grow with them. SQLite sorts and finds them. Its file
 * has no name, so nothing is left of it when this program ends, however it ends.
 */
export class RequestLog implements Iterable<Line> {
  readonly #database = new DatabaseSync('');
  readonly #insert: StatementSync;
  #ofRound: StatementSync | null = null;
  #count = 0;

  constructor() {
    // 16 MiB of pages in memory. One transaction that never ends: nobody else reads it, and nothing is kept.
    this.#database.exec(`PRAGMA journal_mode = OFF; PRAGMA cache_size = -16384; BEGIN;
      CREATE TABLE lines (at INTEGER, key INTEGER, round INTEGER, turn INTEGER, json TEXT)`);
    this.#insert = this.#database.prepare('INSERT INTO lines VALUES (?, ?, ?, ?, ?)');
  }

  get count(): number {
    return this.#count;
  }

  add(lines: Iterable<Line>): void {
    for (const line of lines) this.#add(line, JSON.stringify(line));
  }

  /**
   * Adds the lines of a file that k6 wrote, among whatever else was logged. `window`: what k6 did in several runs is told apart by its number,
   * which takes the place of the round. Throws where a line is cut or no JSON.
   */
  async addFile(path: string, window?: number): Promise<void> {
    for await (const text of textsIn(path)) {
      const line = JSON.parse(text) as Line;
      if (window === undefined) this.#add(line, text);
      else this.add([{ ...line, round: window }]);
    }
  }

  #add({ at, key, round, turn }: Line, json: string): void {
    this.#insert.run(at, key, round, turn, json);
    this.#count++;
  }

  /** In the order in which they were begun. */
  *[Symbol.iterator](): Generator<Line> {
    for (const text of this.#texts('at')) yield JSON.parse(text) as Line;
  }

  /** In the order in which k6 numbered them. On a busy machine one that has its number earlier may begin later. */
  *inTurn(order: 'forwards' | 'backwards' = 'forwards'): Generator<Line> {
    for (const text of this.#texts('turn', order)) yield JSON.parse(text) as Line;
  }

  /** Those of one round, and in it of one key: few, in the order in which they were begun. */
  ofRound(round: number, key: number | null = null): Line[] {
    if (this.#ofRound === null) this.#index('round, key');
    this.#ofRound ??= this.#database.prepare(
      'SELECT json FROM lines WHERE round = ?1 AND key BETWEEN ?2 AND ?3 ORDER BY at, rowid',
    );
    return this.#ofRound
      .all(round, key ?? 0, key ?? Number.MAX_SAFE_INTEGER)
      .map(({ json }) => JSON.parse(String(json)) as Line);
  }

  /** Writes all of them into a file, as they were begun. */
  async writeTo(path: string): Promise<void> {
    await pipeline(Readable.from(this.#texts('at')), createWriteStream(path));
  }

  close(): void {
    this.#database.close();
  }

  *#texts(by: 'at' | 'turn', order: 'forwards' | 'backwards' = 'forwards'): Generator<string> {
    this.#index(by);
    const way = order === 'forwards' ? 'ASC' : 'DESC';
    for (const { json } of this.#database
      .prepare(`SELECT json FROM lines ORDER BY ${by} ${way}, rowid ${way}`)
      .iterate())
      yield `${json}\n`;
  }

  /** Made when it is first needed: most runs need one or two. */
  #index(by: 'at' | 'turn' | 'round, key'): void {
    this.#database.exec(`CREATE INDEX IF NOT EXISTS "by ${by}" ON lines (${by})`);
  }
}

/** The lines that a script left in a file, one after the other; none where there is no file. */
export async function* readLines(path: string): AsyncGenerator<Line> {
  for await (const text of textsIn(path)) yield JSON.parse(text) as Line;
}

async function* textsIn(path: string): AsyncGenerator<string> {
  try {
    for await (const { bytes } of linesOf(createReadStream(path), path))
      if (bytes[0] === OPENING_BRACE) yield bytes.toString();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw error;
  }
}
