import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { certify, type Ended } from '../../../commands/certify/command.support.ts';
import { verifyFolder } from '../../../interface/verify.ts';

/** Folders that no run wrote: whatever they contain, verification reports what is wrong within bounded time. */
const scratch = mkdtempSync(join(tmpdir(), 'made-up-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let signed: Ended;
let copies = 0;

beforeAll(async () => {
  const key = join(scratch, 'key.pem');
  writeFileSync(key, generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
  signed = await certify(['--requirement', 'checkout.created,bank.has-code', '--sign', key]);
});

describe('a folder that somebody made up', () => {
  /** The reported contradictions, joined by line breaks. */
  async function told(change: (folder: string) => void): Promise<string> {
    const folder = join(scratch, `copy-${++copies}`);
    cpSync(signed.out, folder, { recursive: true });
    change(folder);
    const began = performance.now();
    const { contradictions } = await verifyFolder(folder, null, {});
    expect(performance.now() - began).toBeLessThan(60_000);
    // Messages of a parser or of Node would not explain the problem to the user.
    expect(contradictions.join('\n')).not.toMatch(/undefined|TypeError|is not a function|Unexpected token|E[A-Z]{4,}/);
    return contradictions.join('\n');
  }

  const replaced = (name: string, what: (file: string) => void) => (folder: string) => {
    rmSync(join(folder, name));
    what(join(folder, name));
  };
  const pipe = (file: string) => execFileSync('mkfifo', [file]);
  const link = (file: string) => symlinkSync('/dev/zero', file);
  const huge = (file: string) => {
    writeFileSync(file, '{"');
    truncateSync(file, 600_000_000);
  };
  const text = (words: string) => (file: string) => writeFileSync(file, words);
  const edited = (name: string, from: string | RegExp, to: string) => (folder: string) => {
    const whole = readFileSync(join(folder, name), 'utf8');
    expect(whole).toMatch(from);
    writeFileSync(join(folder, name), whole.replace(from, to));
  };

  test.each<[string, (folder: string) => void, RegExp]>([
    ['a pipe', replaced('checks.ndjson', pipe), /^checks\.ndjson is no regular file$/m],
    ['a pipe for a manifest', replaced('manifest.json', pipe), /^manifest\.json is no regular file$/m],
    ['a pipe for a signature', replaced('manifest.sig', pipe), /^manifest\.sig is no regular file$/m],
    ['a link', replaced('deliveries.ndjson', link), /^deliveries\.ndjson is a symbolic link, and no file$/m],
    ['a link for a page', replaced('trace.html', link), /^trace\.html is a symbolic link, and no file$/m],
    ['a huge file', replaced('exchanges.har', huge), /evaluated: exchanges\.har has 600000000 bytes: no more than/],
    ['a file that is missing', (at) => rmSync(join(at, 'sightings.ndjson')), /evaluated: sightings\.ndjson is missing/],
    [
      'a name twice, for which one reader takes the first and another the last',
      edited('certificate.json', '"verdict"', '"verdict": "nonconformant",\n  "verdict"'),
      /evaluated: certificate\.json has the name "verdict" twice in one object/,
    ],
    [
      'the same, written otherwise',
      edited('checks.ndjson', '"outcome"', '"\\u006futcome":"failed","outcome"'),
      /evaluated: line 1 of checks\.ndjson has the name "outcome" twice/,
    ],
    ['depth', replaced('checks.ndjson', text('['.repeat(100_000))), /checks\.ndjson is nested deeper than 1000 levels/],
    [
      'depth in an entry',
      edited('exchanges.har', /"entries":\[\n/, `"entries":[\n${'['.repeat(100_000)},\n`),
      /entry 1 of exchanges\.har is nested deeper than 1000 levels/,
    ],
    [
      'an archive without lines',
      replaced('exchanges.har', text('{"log":{}}')),
      /line 1 of exchanges\.har is not as a run/,
    ],
    ['no UTF-8', replaced('certificate.json', (at) => writeFileSync(at, Buffer.of(0x22, 0xff, 0x22))), /not in UTF-8/],
    ['another shape', replaced('checks.ndjson', text('{}\n')), /line 1 of checks\.ndjson is not as a run writes it/],
    [
      'a list for a certificate',
      replaced('certificate.json', text('[]')),
      /certificate\.json is not as a run writes it/,
    ],
    [
      'a text for an entry',
      edited('exchanges.har', /"entries":\[\n/, '"entries":[\n"x",\n'),
      /entry 1 of exchanges\.har is not/,
    ],
    [
      'a manifest of another kind',
      replaced('manifest.json', text('{}')),
      /^manifest\.json is no manifest of evidence$/m,
    ],
    [
      'an exchange that is nowhere',
      edited('checks.ndjson', /"subject":\{"exchange":\d+/, '"subject":{"exchange":424242'),
      /exchange 424242 is not in exchanges\.har/,
    ],
    [
      'a requirement that is none',
      edited('checks.ndjson', '"about":"checkout.created"', '"about":"checkout.invented"'),
      /checkout\.invented is missing, of which there are checks/,
    ],
    [
      'an expression without an end',
      edited(
        'checks.ndjson',
        /"predicates":\[/,
        `"predicates":[{"subject":{"value":"${'a'.repeat(60)}!"},"matcher":"toMatch","args":[{"pattern":"^(a+)+$","flags":""}],"held":true},`,
      ),
      /to evaluate it takes longer than 2000 ms/,
    ],
  ])('%s is told in plain words', async (_, change, words) => {
    expect(await told(change)).toMatch(words);
  });
});
