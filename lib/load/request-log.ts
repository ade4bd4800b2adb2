import { createReadStream, createWriteStream } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Line } from '../../load/support/line.ts';
import { linesOf } from '../engine/evidence/lines.ts';

const OPENING_BRACE = 0x7b;

/**
 * The requests of a run in a temporary SQLite database on disk: a run of hours has millions, and memory must not grow with them. The
 * database file is unnamed, so nothing remains when this program ends, even after a crash.
 */
export class RequestLog implements Iterable<Line> {
  readonly #database = new DatabaseSync('');
  readonly #insert: StatementSync;
  #ofRound: StatementSync | null = null;
  #count = 0;

  constructor() {
    // 16 MiB of page cache. One transaction that is never committed, because no other process reads the database and it is not kept.
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
   * Adds the requests in a file that k6 logged; lines that do not begin with `{` are ignored. `window`: number of the k6 run, if a script has
   * several; it replaces the round. Throws if a line that begins with `{` is truncated or not JSON.
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

  /** All lines ordered by `at`. */
  *[Symbol.iterator](): Generator<Line> {
    for (const text of this.#texts('at')) yield JSON.parse(text) as Line;
  }

  /** All lines ordered by `turn`. On a busy machine a request with a lower number may begin later than one with a higher number. */
  *inTurn(order: 'forwards' | 'backwards' = 'forwards'): Generator<Line> {
    for (const text of this.#texts('turn', order)) yield JSON.parse(text) as Line;
  }

  /** The lines of one round, or of one key in it, ordered by `at`. Held in memory: a round has few lines. */
  ofRound(round: number, key: number | null = null): Line[] {
    if (this.#ofRound === null) this.#index('round, key');
    this.#ofRound ??= this.#database.prepare(
      'SELECT json FROM lines WHERE round = ?1 AND key BETWEEN ?2 AND ?3 ORDER BY at, rowid',
    );
    return this.#ofRound
      .all(round, key ?? 0, key ?? Number.MAX_SAFE_INTEGER)
      .map(({ json }) => JSON.parse(String(json)) as Line);
  }

  /** Writes all lines to a file, ordered by `at`. */
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

  /** Creates an index when it is first needed: most runs need only one or two. */
  #index(by: 'at' | 'turn' | 'round, key'): void {
    this.#database.exec(`CREATE INDEX IF NOT EXISTS "by ${by}" ON lines (${by})`);
  }
}

/** The lines in a file written by a script; none if the file does not exist. */
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
