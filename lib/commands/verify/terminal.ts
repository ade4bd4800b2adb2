import { styleText } from 'node:util';
import { inNumbers } from '../../engine/evidence/certificate.ts';
import { counted } from '../../engine/evidence/counted.ts';
import type { Verified } from '../../engine/evidence/verify/verify.ts';
import { inOneLine, printable } from '../../engine/reports/printable.ts';

/** The report for the terminal: what was verified, the notes, and the contradictions, at most `MOST_SHOWN` of each. */
export function report(folder: string, verified: Verified): string {
  const { contradictions, notes } = verified;
  const lines = [`evidence in ${printable(folder)}`, ...integrity(verified), ...content(verified), ''];
  for (const note of notes.slice(0, MOST_SHOWN)) lines.push(styleText('yellow', `note: ${shown(note)}`));
  for (const contradiction of contradictions.slice(0, MOST_SHOWN)) {
    lines.push(`${styleText('red', '✗')} ${shown(contradiction)}`);
  }
  const more = contradictions.length - MOST_SHOWN;
  if (more > 0) lines.push(`${styleText('red', '✗')} and ${more} more`);
  const { color, words } = conclusionOf(verified);
  return [...lines, styleText(color, words)].join('\n');
}

/** Contradictions and notes, each. One change to the evidence often causes a thousand contradictions. */
const MOST_SHOWN = 200;

export interface Conclusion {
  /** Exit status: 0 everything holds, 1 there are contradictions, 2 this version of the suite cannot verify the evidence. */
  readonly status: 0 | 1 | 2;
  readonly color: 'green' | 'yellow' | 'red';
  readonly words: string;
}

/**
 * Only a key or trusted root given by the user tells who answers for the evidence. A key or certificate that lies in the folder may have
 * been made by anybody who has the folder; then the conclusion is only that the evidence is consistent.
 */
export function conclusionOf({ contradictions, unverifiable, integrity }: Verified): Conclusion {
  const { signature, bundle } = integrity;
  if (contradictions.length > 0) {
    const words = `NOT VERIFIED: ${counted(contradictions.length, 'contradiction')}`;
    return { status: 1, color: 'red', words };
  }
  if (unverifiable !== null) {
    return { status: 2, color: 'yellow', words: `NOT VERIFIABLE with this version: ${shown(unverifiable)}` };
  }
  if (bundle.state === 'holds' && bundle.signer !== null) {
    const { identity, issuer, trusted } = bundle.signer;
    const who = `${shown(identity)} (${shown(issuer)})`;
    return trusted
      ? { status: 0, color: 'green', words: `VERIFIED: everything holds, signed by ${who}` }
      : { status: 0, color: 'yellow', words: `CONSISTENT, SIGNED by an identity that nobody vouched for: ${who}` };
  }
  if (signature.state !== 'holds') {
    const words = 'CONSISTENT, UNSIGNED: whoever had the folder can have changed it';
    return { status: 0, color: 'yellow', words };
  }
  return signature.given
    ? { status: 0, color: 'green', words: 'VERIFIED: everything holds, signed with the key that was given' }
    : {
        status: 0,
        color: 'yellow',
        words: `CONSISTENT, SIGNED by a key that nobody vouched for: ${signature.fingerprint}`,
      };
}

function integrity({ integrity: { manifest, files, signature, attestation, bundle } }: Verified): string[] {
  const sealed = manifest === null ? 'no manifest' : `${files} in the manifest of ${manifest.sealedAt}`;
  return [
    row('files', sealed),
    row('signature', signatureWords(signature)),
    ...(attestation === 'none' ? [] : [row('attestation', attestationWords[attestation])]),
    ...bundleRows(bundle),
  ];
}

function bundleRows(bundle: Verified['integrity']['bundle']): string[] {
  if (bundle.state === 'none') return [];
  if (bundle.state !== 'holds') return [row('bundle', 'Sigstore: does not hold')];
  const { signer, stamp } = bundle;
  const rows: string[] = [];
  if (signer !== null) {
    const how = signer.trusted
      ? 'certified and logged, by the trusted root'
      : 'NOT CHECKED: give --trusted-root, --identity and --issuer';
    rows.push(row('bundle', `Sigstore, signed keyless by ${signer.identity} (${signer.issuer})`), row('', how));
  }
  if (stamp !== null) {
    const how = stamp.trusted
      ? 'signed by the authority that was given'
      : 'NOT CHECKED: give --timestamp-authority with the certificates of one that you trust';
    rows.push(row('time stamp', `RFC 3161, of this signature, ${stamp.at}`), row('', how));
  }
  return rows;
}

const attestationWords = {
  holds: 'in-toto, in a DSSE envelope: of this manifest, signed with the same key',
  broken: 'in-toto, in a DSSE envelope: does not hold',
} as const;

function signatureWords(signature: Verified['integrity']['signature']): string {
  if (signature.state === 'none') return 'none: whoever has the folder can change it and its manifest';
  if (signature.state === 'broken') return `does not hold for the key ${signature.fingerprint}`;
  const whose = signature.given ? 'the key that was given' : 'the key beside it; give --key with one that you trust';
  return `Ed25519, holds for ${whose}\n${row('', signature.fingerprint)}`;
}

function content({ integrity: { manifest }, evidence, evaluated, reconciled }: Verified): string[] {
  if (evidence === null || evaluated === null || reconciled === null) return [];
  const { certificate, checks, exchanges, deliveries, sightings } = evidence;
  const { holding, failing, unverifiable } = evaluated.predicates;
  const claims = checks.filter(({ outcome }) => outcome === 'blocked' || outcome === 'not_exercised').length;
  const { totals, verdict } = reconciled;
  const values = manifest?.predicates.valuesOnly ?? [];
  return [
    row('of', `${certificate.target.baseUrl}, ${certificate.startedAt}, suite ${certificate.suite.version}`),
    row(
      'evidence',
      `${counted(exchanges.length, 'exchange')}, ${counted(deliveries.length, 'webhook')}, ${counted(sightings.length, 'sighting')}`,
    ),
    row('predicates', `${holding} hold, ${failing} do not, ${unverifiable} not verifiable`),
    ...[...evaluated.unverifiable].map(([why, count]) => row('', `not verifiable: ${count}, ${why}`)),
    ...(values.length === 0
      ? []
      : [row('', `${values.length} of them are recorded as values only, without a pointer into the evidence:`)]),
    ...values.map(({ check, title, expectation }) => row('', `  ${check}: ${title}: ${expectation}`)),
    row('checks', `${checks.length} recorded; that ${claims} were blocked or not exercised is a claim of the run`),
    ...(certificate.interrupted
      ? [row('', 'the run was interrupted: what it had not done by then is out of scope')]
      : []),
    row('certificate', `by the evidence: ${inNumbers({ totals, requirements: certificate.requirements })}: ${verdict}`),
    row(
      '',
      'observations are compared with what the checks recorded, pages with the certificate; pictures by digests alone',
    ),
  ];
}

function row(name: string, text: string): string {
  return `  ${name.padEnd(13)}${printable(text)}`;
}

/** Texts of the evidence are untrusted, and may be of any length. */
function shown(text: string): string {
  const line = inOneLine(text);
  return line.length > 1_000 ? `${line.slice(0, 1_000).toWellFormed()}…` : line;
}
