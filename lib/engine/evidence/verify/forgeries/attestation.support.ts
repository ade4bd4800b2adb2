import type { KeyObject } from 'node:crypto';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attestationFile, envelopeOf, readEnvelope } from '../../attestation/envelope.ts';
import type { Statement } from '../../attestation/statement.ts';
import { sealAgain, sealFiles } from '../../manifest.ts';
import { type Open, the } from '../forger.support.ts';
import { BROKEN, edited } from './forgery.support.ts';

/** A forgery of the attestation of honest, signed evidence. The other files stay unchanged, unless stated otherwise. */
export interface AttestationForgery {
  /** As named in the table of docs/reports-and-trust.md. */
  readonly what: string;
  /** The contradiction that is reported without a given key. */
  readonly told: RegExp;
  /** `own` is the key that signed the evidence. */
  forge(folder: string, own: KeyObject, theirs: KeyObject): void | Promise<void>;
}

type OpenStatement = Open<Statement>;

const statementIn = (folder: string) =>
  JSON.parse(readEnvelope(readFileSync(join(folder, attestationFile))).payload.toString()) as OpenStatement;

function restate(folder: string, key: KeyObject, change: (statement: OpenStatement) => void): void {
  const statement = statementIn(folder);
  change(statement);
  writeFileSync(join(folder, attestationFile), envelopeOf(statement, key));
}

/** Changes the statement and keeps its signature. */
function slipIn(folder: string, change: (statement: OpenStatement) => void): void {
  const path = join(folder, attestationFile);
  const envelope = JSON.parse(readFileSync(path, 'utf8')) as { payload: string };
  const statement = statementIn(folder);
  change(statement);
  envelope.payload = Buffer.from(JSON.stringify(statement)).toString('base64');
  writeFileSync(path, `${JSON.stringify(envelope)}\n`);
}

const passed = ({ predicate }: OpenStatement) => {
  predicate.failedTests = predicate.failedTests.filter((id) => id !== BROKEN);
  predicate.passedTests.push(BROKEN);
  predicate.result = 'WARNED';
};

export const attestation: readonly AttestationForgery[] = [
  {
    what: 'a failure called a pass in the statement',
    told: /attestation\.intoto\.jsonl: its signature does not hold for the key/,
    forge: (folder) => slipIn(folder, passed),
  },
  {
    what: 'also signed, with another key',
    told: /attestation\.intoto\.jsonl: its signature does not hold for the key/,
    forge: (folder, _, theirs) => restate(folder, theirs, passed),
  },
  {
    what: 'also all else signed with that key',
    told: /it says other than certificate\.json and manifest\.json: predicate\.result, predicate\.passedTests, predicate\.failedTests/,
    async forge(folder, _, theirs) {
      await sealAgain(folder, theirs);
      restate(folder, theirs, passed);
    },
  },
  {
    what: 'the same, by its owner, with the right key',
    told: /it says other than certificate\.json and manifest\.json: predicate\.result, predicate\.passedTests, predicate\.failedTests/,
    forge: (folder, own) => restate(folder, own, passed),
  },
  {
    what: 'what was selected, by its owner',
    told: /it says other than .*: predicate\.merchantPaymentsConformance/,
    forge: (folder, own) =>
      restate(folder, own, ({ predicate }) => {
        predicate.merchantPaymentsConformance.selection = null;
      }),
  },
  {
    what: 'a field that there is none of in the statement, by its owner',
    told: /it says other than .*: predicate\.url/,
    forge: (folder, own) =>
      restate(folder, own, ({ predicate }) => void Object.assign(predicate, { url: 'https://example.com/approved' })),
  },
  {
    what: 'the manifest that it is of, by its owner',
    told: /attestation\.intoto\.jsonl: it is of another manifest\.json/,
    forge: (folder, own) =>
      restate(folder, own, ({ subject }) => {
        the(subject[0]).digest.sha256 = '0'.repeat(64);
      }),
  },
  {
    what: 'the attestation of evidence that was sealed at another time',
    told: /attestation\.intoto\.jsonl: it is of another manifest\.json/,
    async forge(folder, own) {
      const other = `${folder}-other`;
      cpSync(folder, other, { recursive: true });
      await sealAgain(other, own);
      cpSync(join(other, attestationFile), join(folder, attestationFile));
    },
  },
  {
    what: 'the attestation taken away',
    told: /attestation\.intoto\.jsonl is missing; the manifest names it/,
    forge: (folder) => rmSync(join(folder, attestationFile)),
  },
  {
    what: 'the attestation left beside evidence that is no longer signed',
    told: /attestation\.intoto\.jsonl: the manifest names no attestation/,
    async forge(folder) {
      const kept = readFileSync(join(folder, attestationFile));
      edited(sealFiles.manifest, /"signedBy": \{[^}]*\}/, '"signedBy": null')(folder);
      rmSync(join(folder, sealFiles.publicKey));
      await sealAgain(folder);
      writeFileSync(join(folder, attestationFile), kept);
    },
  },
  {
    what: 'what the envelope says to hold',
    told: /attestation\.intoto\.jsonl is no DSSE envelope with one signature of a statement/,
    forge: edited(attestationFile, 'application/vnd.in-toto+json', 'application/json'),
  },
  {
    what: 'a second signature',
    told: /attestation\.intoto\.jsonl is no DSSE envelope with one signature of a statement/,
    forge: edited(attestationFile, /"signatures":\[(.*)\]/, '"signatures":[$1,$1]'),
  },
  {
    what: 'whose key it is said to be',
    told: /attestation\.intoto\.jsonl is no DSSE envelope with one signature of a statement/,
    forge: edited(attestationFile, '"keyid":""', '"keyid":"a notary"'),
  },
  {
    what: 'the attestation, written otherwise',
    told: /attestation\.intoto\.jsonl is not written as a run writes it/,
    forge: edited(attestationFile, '"payload":', '"payload": '),
  },
];
