import { styleText } from 'node:util';
import { counted } from '../../engine/evidence/counted.ts';
import type { Verified } from '../../engine/evidence/verify/verify.ts';
import { inOneLine, printable } from '../../engine/reports/printable.ts';

/** What was verified, and every contradiction, for people. */
export function report(folder: string, verified: Verified): string {
  const { contradictions, notes } = verified;
  const lines = [`evidence in ${folder}`, ...integrity(verified), ...content(verified), ''];
  for (const note of notes) lines.push(styleText('yellow', `note: ${shown(note)}`));
  if (contradictions.length === 0) {
    return [...lines, styleText('green', 'VERIFIED: everything holds')].join('\n');
  }
  for (const contradiction of contradictions) lines.push(`${styleText('red', '✗')} ${shown(contradiction)}`);
  const what = counted(contradictions.length, 'contradiction');
  return [...lines, styleText('red', `NOT VERIFIED: ${what}`)].join('\n');
}

function integrity({ integrity: { manifest, files, signature } }: Verified): string[] {
  const sealed = manifest === null ? 'no manifest' : `${files} in the manifest of ${manifest.sealedAt}`;
  return [row('files', sealed), row('signature', signatureWords(signature))];
}

function signatureWords(signature: Verified['integrity']['signature']): string {
  if (signature.state === 'none') return 'none: whoever has the folder can change it and its manifest';
  if (signature.state === 'broken') return `does not hold for the key ${signature.fingerprint}`;
  const whose = signature.given
    ? 'the key that was given'
    : 'the key beside it: compare its fingerprint, or give --key';
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
    row(
      'certificate',
      `by the evidence: ${totals.passed} passed, ${totals.failed} failed, ${totals.blocked} blocked, ${totals.notExercised} not exercised: ${verdict}`,
    ),
    row('', 'observations are compared with what the checks recorded; pictures and JUnit by their digests alone'),
  ];
}

function row(name: string, text: string): string {
  return `  ${name.padEnd(13)}${printable(text)}`;
}

/** Evidence may say anything, at any length. */
function shown(text: string): string {
  const line = inOneLine(text);
  return line.length > 1_000 ? `${line.slice(0, 1_000).toWellFormed()}…` : line;
}
