import { type Gap, gapsBetween } from './gaps.ts';
import { lookAt, RunStoreError, webhooksOf } from './identity.ts';
import { Ledger, type LedgerOptions, type RunStoreOptions } from './ledger.ts';

/** A step that a check has done, or has begun. */
export interface RecordedStep {
  readonly step: string;
  /** What was recorded before it was done. */
  readonly begun: unknown;
  /** Its place in the order of all that the history has done; null: it was begun, and its result is unknown. */
  readonly place: number | null;
  /** When it was done; 0 if it was not. */
  readonly at: number;
  readonly done: unknown;
}

/** A piece of evidence, as the run's files have it. */
export interface EvidenceLine {
  readonly id: number;
  readonly line: string;
}

/** What a run does, written as it happens, except webhooks: see DeliveryStore. */
export class RunStore extends Ledger {
  /** How the capture server's part is opened. */
  readonly webhooks: LedgerOptions;
  #listening: number | bigint = 0;
  /** When no process listened, as known when this process began to listen. */
  gaps: readonly Gap[] = [];

  /** Throws RunStoreError if there is no file or it cannot be used, and a decryption error if the secret is another one. */
  constructor(options: RunStoreOptions) {
    const found = lookAt(options.file);
    if (found === null) throw new RunStoreError(`there is no journal ${options.file}`);
    const { salt } = found.identity;
    super({ ...options, salt });
    this.webhooks = { ...options, file: webhooksOf(options.file), salt };
    this.#verifySecret();
  }

  /** Throws if the secret is not the one with which the store was begun. */
  #verifySecret(): void {
    const proof = this.remembered('proof');
    if (proof.size === 0) this.remember('proof', 'journal', 'of the same secret');
  }

  /** Records that this process listens from now on, on this port. */
  startListening(now: number, port: number): void {
    const rows = this.all<{ since: number; until: number }>('SELECT since, until FROM listening ORDER BY id');
    this.gaps = gapsBetween([...rows, { since: now, until: now }]);
    this.run('INSERT OR REPLACE INTO meta VALUES (?, ?)', 'port', String(port));
    this.#listening = this.run('INSERT INTO listening (since, until) VALUES (?, ?)', now, now);
  }

  /** Records that this process still listens. */
  heartbeat(now: number): void {
    this.run('UPDATE listening SET until = ? WHERE id = ?', now, this.#listening);
  }

  /** When the history of this name began, and its turn: 1, unless it was begun again. */
  history(name: string, now: number): { turn: number; began: number } {
    const known = this.all<{ turn: number; began: number }>(
      'SELECT turn, began FROM histories WHERE name = ?',
      name,
    )[0];
    if (known === undefined) this.run('INSERT INTO histories VALUES (?, 1, ?)', name, now);
    return known ?? { turn: 1, began: now };
  }

  /** Forgets the steps of a history and begins its next turn. */
  beginTurn(name: string, turn: number, now: number): void {
    this.run('DELETE FROM steps WHERE history = ?', name);
    this.run('UPDATE histories SET turn = ?, began = ? WHERE name = ?', turn, now, name);
  }

  steps(history: string): RecordedStep[] {
    type Row = {
      step: string;
      begun: Uint8Array | null;
      place: number | null;
      at: number | null;
      done: Uint8Array | null;
    };
    const rows = this.all<Row>('SELECT step, begun, place, at, done FROM steps WHERE history = ?', history);
    return rows.map(({ step, begun, place, at, done }) => ({
      step,
      place,
      at: at ?? 0,
      begun: begun === null ? undefined : this.seal.open(begun),
      done: done === null ? undefined : this.seal.open(done),
    }));
  }

  stepBegun(history: string, step: string, begun: unknown): void {
    this.run('INSERT OR REPLACE INTO steps (history, step, begun) VALUES (?, ?, ?)', history, step, this.sealed(begun));
  }

  stepDone(history: string, step: string, place: number, at: number, done: unknown): void {
    const sealed = this.sealed(done);
    this.run(
      'INSERT INTO steps (history, step, place, at, done) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO UPDATE SET place = ?3, at = ?4, done = ?5',
      history,
      step,
      place,
      at,
      sealed,
    );
  }

  /** Records the result of a check, and forgets its steps, which are no longer needed. */
  checkFinished(name: string, result: object): void {
    this.run('INSERT OR REPLACE INTO results VALUES (?, ?)', name, JSON.stringify(result));
    this.run('DELETE FROM steps WHERE history = ?', name);
  }

  results(): Map<string, unknown> {
    const rows = this.all<{ name: string; result: string }>('SELECT name, result FROM results');
    return new Map(rows.map(({ name, result }) => [name, JSON.parse(result) as unknown]));
  }

  /**
   * Adds a piece of evidence: a line of JSON with secrets masked, under an id that is unique within its kind. `known`: the id was there
   * already. `history`: the one in which it arose.
   */
  addEvidence(
    kind: string,
    id: number,
    piece: { history: string; line: string; lost?: boolean },
  ): 'kept' | 'known' | 'unkept' {
    const { history, line, lost = false } = piece;
    const known = 'SELECT 1 FROM evidence WHERE kind = ? AND id = ?';
    if (this.all(known, kind, id).length > 0) return 'known';
    this.run('INSERT OR IGNORE INTO evidence VALUES (?, ?, ?, ?, ?)', kind, id, history, Number(lost), line);
    return this.frozen ? 'unkept' : 'kept';
  }

  /** Number of pieces of a kind, how many of them lost their answer, and the greatest id. */
  evidence(kind: string): { count: number; lost: number; last: number } {
    const sql =
      'SELECT count(*) AS count, total(lost) AS lost, ifnull(max(id), 0) AS last FROM evidence WHERE kind = ?';
    return this.all<{ count: number; lost: number; last: number }>(sql, kind)[0] ?? { count: 0, lost: 0, last: 0 };
  }

  evidenceOf(kind: string, history: string): number[] {
    const sql = 'SELECT id FROM evidence WHERE kind = ? AND whose = ? ORDER BY id';
    return this.all<{ id: number }>(sql, kind, history).map(({ id }) => id);
  }

  *evidenceLines(kind: string): Generator<EvidenceLine> {
    const rows = this.statement('SELECT id, line FROM evidence WHERE kind = ? ORDER BY id').iterate(kind);
    for (const row of rows) yield row as unknown as EvidenceLine;
  }

  addRequest(merchant: string, now: number): void {
    this.run('INSERT INTO requests VALUES (?, ?)', now, merchant);
  }

  /** When this merchant sent its requests since `since`. */
  requestsOf(merchant: string, since: number): number[] {
    const sql = 'SELECT at FROM requests WHERE merchant = ? AND at > ? ORDER BY at';
    return this.all<{ at: number }>(sql, merchant, since).map(({ at }) => at);
  }

  /** Records a fact for the whole run. */
  remember(kind: string, name: string, fact: unknown): void {
    this.run('INSERT OR REPLACE INTO facts VALUES (?, ?, ?)', kind, name, this.sealed(fact));
  }

  forget(kind: string, name: string): void {
    this.run('DELETE FROM facts WHERE kind = ? AND name = ?', kind, name);
  }

  remembered(kind: string): Map<string, unknown> {
    const rows = this.all<{ name: string; fact: Uint8Array }>('SELECT name, fact FROM facts WHERE kind = ?', kind);
    return new Map(rows.map(({ name, fact }) => [name, this.seal.open(fact)]));
  }
}
