import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { openDatabase, runStoreError } from './identity.ts';
import { createSeal, type Seal } from './sealed.ts';

export interface RunStoreOptions {
  readonly file: string;
  /** A secret in the settings: everything written is encrypted under a key made from it. */
  readonly secret: string;
  /** Whether what is written must survive a loss of power as well as the end of this process. */
  readonly full: boolean;
}

export interface LedgerOptions extends RunStoreOptions {
  readonly salt: string;
}

/**
 * One database of a run store, used by one thread only. The writes of one turn of the event loop are one transaction; `committed` tells
 * when they are safe. If the disk fails, the run continues without it after one warning.
 */
export class Ledger {
  protected readonly database: DatabaseSync;
  protected readonly seal: Seal;
  readonly #file: string;
  readonly #statements = new Map<string, StatementSync>();
  #transaction: { promise: Promise<void>; resolve: () => void } | null = null;
  #frozen = false;

  /** `salt`: of the run's identity, in base64. Throws RunStoreError if the file is in use or cannot be used. */
  constructor({ file, secret, full, salt }: LedgerOptions) {
    this.#file = file;
    this.seal = createSeal(secret, Buffer.from(salt, 'base64'));
    try {
      this.database = openDatabase(file);
      this.database.exec(`PRAGMA synchronous = ${full ? 'FULL' : 'NORMAL'}`);
    } catch (error) {
      throw runStoreError(file, error);
    }
  }

  /** Resolves when everything written so far is on disk; undefined if it already is. */
  committed(): Promise<void> | undefined {
    return this.#transaction?.promise;
  }

  /** Ignores all further writes: they come from the end of this process and are no part of the run. */
  freeze(): void {
    this.#frozen = true;
  }

  close(): void {
    this.#commit();
    this.#statements.clear();
    this.#frozen = true;
    this.database.close();
  }

  protected get frozen(): boolean {
    return this.#frozen;
  }

  protected sealed(value: unknown): Buffer | null {
    return value === undefined ? null : this.seal.close(value);
  }

  protected statement(sql: string): StatementSync {
    const known = this.#statements.get(sql) ?? this.database.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }

  protected all<T>(sql: string, ...values: SQLInputValue[]): T[] {
    return this.statement(sql).all(...values) as T[];
  }

  protected run(sql: string, ...values: SQLInputValue[]): number | bigint {
    if (this.#frozen) return 0;
    try {
      if (this.#transaction === null) {
        this.database.exec('BEGIN');
        this.#transaction = Promise.withResolvers<void>();
        setImmediate(() => this.#commit());
      }
      return this.statement(sql).run(...values).lastInsertRowid;
    } catch (error) {
      this.#onFailure(error);
      return 0;
    }
  }

  #commit(): void {
    const transaction = this.#transaction;
    if (transaction === null) return;
    this.#transaction = null;
    try {
      this.database.exec('COMMIT');
    } catch (error) {
      this.#onFailure(error);
    }
    transaction.resolve();
  }

  #onFailure(error: unknown): void {
    if (this.#frozen) return;
    this.#frozen = true;
    const { message } = runStoreError(this.#file, error);
    process.stderr.write(`\nwarning: ${message}; the run goes on, but could not be resumed from here\n`);
  }
}
