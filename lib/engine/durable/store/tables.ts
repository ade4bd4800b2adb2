/** The tables of a run store. Times are epoch milliseconds of the run's clock; every BLOB is encrypted (see sealed.ts). */
export const TABLES = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE listening (id INTEGER PRIMARY KEY, since REAL NOT NULL, until REAL NOT NULL);
  CREATE TABLE histories (name TEXT PRIMARY KEY, turn INTEGER NOT NULL, began REAL NOT NULL) WITHOUT ROWID;
  CREATE TABLE steps (
    history TEXT NOT NULL, step TEXT NOT NULL, begun BLOB, place INTEGER, at REAL, done BLOB,
    PRIMARY KEY (history, step)
  ) WITHOUT ROWID;
  CREATE TABLE results (name TEXT PRIMARY KEY, result TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE evidence (
    kind TEXT NOT NULL, id INTEGER NOT NULL, whose TEXT NOT NULL, lost INTEGER NOT NULL, line TEXT NOT NULL,
    PRIMARY KEY (kind, id)
  ) WITHOUT ROWID;
  CREATE INDEX evidence_whose ON evidence (kind, whose);
  CREATE TABLE requests (at REAL NOT NULL, merchant TEXT NOT NULL);
  CREATE INDEX requests_of ON requests (merchant, at);
  CREATE TABLE facts (kind TEXT NOT NULL, name TEXT NOT NULL, fact BLOB NOT NULL, PRIMARY KEY (kind, name)) WITHOUT ROWID;
`;

/** The tables of the capture server's part. */
export const WEBHOOK_TABLES = `
  CREATE TABLE IF NOT EXISTS deliveries (seq INTEGER PRIMARY KEY, script TEXT, delivery BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS scripts (place INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, script BLOB NOT NULL);
`;
