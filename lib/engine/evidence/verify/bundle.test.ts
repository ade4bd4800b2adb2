import { spawn } from 'node:child_process';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { certify, type Ended } from '../../../commands/certify/command.support.ts';
import { verifyFolder } from '../../../interface/verify.ts';
import { attest } from '../attestation/attest.ts';
import { type Services, startServices, tokenOf } from '../attestation/services.support.ts';
import { signingKey, verifyingKey } from '../keys.ts';
import { maySealAgain, sealAgain } from '../manifest.ts';
import { authorityIn, trustedRootIn } from '../trust.ts';
import { BUNDLE, type BundleForgery, bundleForgeries } from './forgeries/bundle.support.ts';
import { checkIntegrity } from './integrity.ts';

const scratch = mkdtempSync(join(tmpdir(), 'bundle-'));
const at = (name: string) => join(scratch, name);
const WORKFLOW = 'https://github.com/acme/payments/.github/workflows/certify.yml@refs/heads/main';
const ISSUER = 'https://token.actions.githubusercontent.com';

const created = ['--profile', 'standard', '--requirement', 'checkout.created'];

let ours: Services;
let theirs: Services;
let stamped: Ended;
let keyless: Ended;

beforeAll(async () => {
  [ours, theirs] = [await startServices(tokenOf(WORKFLOW, ISSUER)), await startServices()];
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  writeFileSync(at('key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(at('public.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
  for (const [name, services] of Object.entries({ ours, theirs })) {
    writeFileSync(at(`${name}.pem`), services.authority);
    writeFileSync(at(`${name}.json`), services.trustedRoot());
    writeFileSync(at(`${name}-all.json`), services.trustedRoot(true));
  }
  const one = [...created, '--timestamp', ours.stamps.right.href];
  stamped = await certify([...one, '--sign', at('key.pem')]);
  keyless = await certify([...one, '--keyless', '--fulcio', ours.url, '--rekor', ours.url], watched('keyless'));
}, 120_000);
afterAll(async () => {
  await Promise.all([ours.stop(), theirs.stop()]);
  rmSync(scratch, { recursive: true, force: true });
});

/** The environment of a job that could sign keyless. Connections and loaded modules are logged to a file with this name. */
function watched(name: string): Record<string, string> {
  const watch = `
    import { appendFileSync } from 'node:fs';
    import { registerHooks } from 'node:module';
    import { Socket } from 'node:net';
    const note = (what) => appendFileSync(${JSON.stringify(at(name))}, what + '\\n');
    const { connect } = Socket.prototype;
    Socket.prototype.connect = function (...args) {
      const [options] = Array.isArray(args[0]) ? args[0] : args;
      note('connects to ' + (options.path ?? options.host ?? 'localhost'));
      return connect.apply(this, args);
    };
    registerHooks({ resolve: (name, ...rest) => {
      if (name.startsWith('@sigstore/')) note('loads ' + name);
      return rest.at(-1)(name, rest[0]);
    } });`;
  writeFileSync(at(`${name}.mjs`), watch);
  return {
    NODE_OPTIONS: `--import ${pathToFileURL(at(`${name}.mjs`)).href}`,
    ACTIONS_ID_TOKEN_REQUEST_URL: `${ours.url}/token`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'secret',
  };
}

const seenIn = (name: string) => [...new Set(readFileSync(at(name), 'utf8').split('\n'))].filter((line) => line !== '');

/** Runs the command as a user would; returns its output and exit status. */
async function verify(folder: string, ...args: string[]): Promise<{ status: number | null; said: string }> {
  const main = join(import.meta.dirname, '../../../commands/verify/main.ts');
  const child = spawn(process.execPath, [main, folder, ...args], { env: { PATH: process.env.PATH } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { status, said: stripVTControlCharacters(said) };
}

let copies = 0;
function copyOf({ out }: Pick<Ended, 'out'>): string {
  const folder = at(`copy-${++copies}`);
  cpSync(out, folder, { recursive: true });
  return folder;
}

const trustIn = async (name: 'ours' | 'theirs' | null, identity = WORKFLOW, issuer = ISSUER) => ({
  authorities: name === null ? null : [authorityIn(at(`${name}.pem`))],
  signer: { root: await trustedRootIn(at(`${name ?? 'ours'}.json`)), identity, issuer },
});

describe('a time stamp of what a key signed', () => {
  const given = () => ['--key', at('public.pem'), '--timestamp-authority', at('ours.pem')];

  test('is kept and checked by the certificate of its authority', async () => {
    expect(stamped).toMatchObject({ status: 0, stderr: expect.not.stringMatching(/^certify: /m) });
    const { status, said } = await verify(stamped.out, ...given());
    expect(said).toMatch(
      /time stamp {3}RFC 3161, of this signature, \d{4}-.*\n +signed by the authority that was given/,
    );
    expect([status, said]).toEqual([0, expect.stringMatching(/^VERIFIED: everything holds, signed with the key/m)]);
  });

  test('is told as not checked where no authority is given', async () => {
    const { status, said } = await verify(stamped.out);
    expect([status, said]).toEqual([0, expect.stringMatching(/NOT CHECKED: give --timestamp-authority/)]);
    expect(said).toMatch(/^CONSISTENT, SIGNED by a key that nobody vouched for/m);
  });

  test('by another authority than the one that is given does not hold', async () => {
    const { status, said } = await verify(
      stamped.out,
      '--key',
      at('public.pem'),
      '--timestamp-authority',
      at('theirs.pem'),
    );
    expect([status, said]).toEqual([
      1,
      expect.stringMatching(/✗ attestation\.sigstore\.json: timestamp could not be verified/),
    ]);
  });

  test('that is wanted has to be there', async () => {
    const folder = copyOf(stamped);
    rmSync(join(folder, BUNDLE));
    expect((await verify(folder)).status).toBe(0);
    const { status, said } = await verify(folder, ...given());
    expect([status, said]).toEqual([
      1,
      expect.stringMatching(/✗ attestation\.sigstore\.json: it is missing: there is no time stamp/),
    ]);
  });

  test('that the authority does not give is told, and the certificate is there without', async () => {
    const ended = await certify([...created, '--sign', at('key.pem'), '--timestamp', ours.stamps.refused.href]);
    const why = `no time stamp from ${ours.url}: it answered with 503`;
    expect(ended.stderr).toContain(`certify: ${why}; the certificate is written`);
    expect([ended.status, ended.certificate?.verdict]).toEqual([2, 'conformant_in_scope']);
    expect(existsSync(join(ended.out, BUNDLE))).toBe(false);
    expect((await verifyFolder(ended.out, verifyingKey(at('public.pem')), {})).contradictions).toEqual([]);
  });

  test.each([
    ['--timestamp', 'http://127.0.0.1:1/'],
    ['--timestamp', 'nowhere', '--sign', 'key.pem'],
    ['--fulcio', 'http://127.0.0.1:1/'],
    ['--keyless'],
  ])('what cannot be done is told before anything is asked: %s %s', async (...args) => {
    const ended = await certify(args.map((each) => (each === 'key.pem' ? at(each) : each)));
    expect([ended.status, ended.certificate, ended.stderr]).toEqual([2, null, expect.stringMatching(/^certify: --/)]);
  });
});

describe('evidence that is sealed again', () => {
  test('is stamped again, or not sealed', async () => {
    const folder = copyOf(stamped);
    const key = signingKey(at('key.pem'));
    await expect(maySealAgain(folder, key)).rejects.toThrow(/is time-stamped: give --timestamp URL to stamp it again/);
    await maySealAgain(folder, key, true);
    await sealAgain(folder, key);
    await attest(folder, { key, timestamp: ours.stamps.right });
    const trust = { authorities: [authorityIn(at('ours.pem'))], signer: null };
    const { contradictions } = await verifyFolder(folder, verifyingKey(at('public.pem')), {}, trust);
    expect(contradictions).toEqual([]);
  });

  test('keeps what was signed keyless as it is', async () => {
    await expect(maySealAgain(keyless.out)).rejects.toThrow(/is signed keyless/);
    await expect(sealAgain(keyless.out, signingKey(at('key.pem')))).rejects.toThrow(/is signed keyless/);
  });
});

describe('where neither is asked for', () => {
  test('nobody but the target is asked anything, be there a token or not', async () => {
    const before = ours.asked.length;
    const ended = await certify([...created, '--sign', at('key.pem')], watched('plain'));
    expect([ended.status, existsSync(join(ended.out, BUNDLE))]).toEqual([0, false]);
    const elsewhere = (name: string) =>
      seenIn(name).filter((line) => !/^connects to (127\.0\.0\.1|localhost|\/)/.test(line));
    expect(elsewhere('plain')).toEqual(['loads @sigstore/core']);
    expect(seenIn('plain')).toContain('connects to 127.0.0.1');
    expect(ours.asked.length).toBe(before);
    // Shows that the log would contain the module if it were loaded.
    expect(elsewhere('keyless')).toContain('loads @sigstore/sign');
  });
});

describe('what its owner changes in a bundle', () => {
  test.each(bundleForgeries.map((forgery) => [forgery.what, forgery] as const))(
    '%s',
    async (_, { of, forge, untrusted, trusted }) => {
      const [folder, key] = [copyOf({ stamped, keyless }[of]), at('key.pem')];
      const token: [string, string] = [WORKFLOW, ISSUER];
      const folders = { stamped: stamped.out, keyless: keyless.out };
      const copy = (out: string) => copyOf({ out });
      const honest = { ours, theirs, key, ...folders, token, copyOf: copy };
      writeFileSync(join(folder, BUNDLE), await forge(readFileSync(join(folder, BUNDLE), 'utf8'), honest));
      const found = (await verifyFolder(folder, null, {})).contradictions;
      if (untrusted === null) expect(found).toEqual([]);
      else expect(found).toContainEqual(expect.stringMatching(untrusted));
      const authorities = [authorityIn(at('ours.pem'))];
      const trust = of === 'keyless' ? await trustIn('ours') : { authorities, signer: null };
      expect((await verifyFolder(folder, null, {}, trust)).contradictions).toContainEqual(
        expect.stringMatching(trusted),
      );
    },
  );

  test('the documents name each, and what is seen of it', () => {
    const docs = readFileSync(new URL('../../../../docs/reports-and-trust.md', import.meta.url), 'utf8');
    const row = ({ what, untrusted }: BundleForgery) => `| ${what} | ${untrusted === null ? 'no' : 'yes'} | yes |`;
    expect(bundleForgeries.map(row).filter((line) => !docs.includes(line))).toEqual([]);
  });

  // Every byte that is signed, stamped, certified or logged matters, and so does the spelling of the rest.
  test.each(['stamped', 'keyless'] as const)(
    'one byte, wherever it is: %s',
    async (which) => {
      const folder = copyOf({ stamped, keyless }[which]);
      const key = which === 'stamped' ? signingKey(at('key.pem')) : null;
      const trust =
        which === 'keyless' ? await trustIn('ours') : { authorities: [authorityIn(at('ours.pem'))], signer: null };
      const whole = readFileSync(join(folder, BUNDLE), 'utf8');
      const accepted: string[] = [];
      const known = key === null ? null : createPublicKey(key);
      expect((await checkIntegrity(folder, known, trust)).contradictions).toEqual([]);
      for (let place = 0; place < whole.length; place += Math.ceil(whole.length / 41)) {
        const changed = whole[place] === 'A' ? 'B' : 'A';
        writeFileSync(join(folder, BUNDLE), whole.slice(0, place) + changed + whole.slice(place + 1));
        const { bundle } = await checkIntegrity(folder, known, trust);
        if (bundle.state !== 'broken') accepted.push(`${place}: ${whole.slice(Math.max(0, place - 40), place + 40)}`);
      }
      expect(accepted).toEqual([]);
    },
    120_000,
  );
});

describe('evidence that is signed keyless', () => {
  const as = (identity: string, issuer: string, root = at('ours.json')) => [
    ...['--trusted-root', root],
    ...['--identity', identity, '--issuer', issuer],
  ];

  test('is verified for the identity that signed it, by a trusted root, offline', async () => {
    expect(keyless).toMatchObject({ status: 0, stderr: expect.not.stringMatching(/^certify: /m) });
    const before = ours.asked.length;
    const { status, said } = await verify(keyless.out, ...as(WORKFLOW, ISSUER));
    expect([status, said]).toEqual([
      0,
      expect.stringContaining(`VERIFIED: everything holds, signed by ${WORKFLOW} (${ISSUER})`),
    ]);
    expect(said).toMatch(/NOT CHECKED: give --timestamp-authority/);
    expect(ours.asked.length).toBe(before);
    expect((await verify(keyless.out, ...as(WORKFLOW, ISSUER, at('ours-all.json')))).said).not.toContain('NOT CHECKED');
  });

  test('is consistent and no more where nobody is trusted', async () => {
    const { status, said } = await verify(keyless.out);
    expect([status, said]).toEqual([
      0,
      expect.stringMatching(/^CONSISTENT, SIGNED by an identity that nobody vouched for: /m),
    ]);
  });

  test.each([
    ['another identity', WORKFLOW.replace('acme', 'apex'), ISSUER],
    ['an identity that is a part of it', WORKFLOW.slice(0, -5), ISSUER],
    ['a pattern that fits it', '.*', ISSUER],
    ['another issuer', WORKFLOW, 'https://accounts.example.com'],
    ['an issuer that is a part of it', WORKFLOW, ISSUER.slice(0, -4)],
  ])('is refused for %s', async (_, identity, issuer) => {
    const { contradictions } = await verifyFolder(keyless.out, null, {}, await trustIn(null, identity, issuer));
    expect(contradictions).toEqual([expect.stringMatching(/^attestation\.sigstore\.json: .*, and not /)]);
  });

  test('is refused by the root of another instance, without a bundle, and with a key', async () => {
    expect((await verifyFolder(keyless.out, null, {}, await trustIn('theirs'))).contradictions).not.toEqual([]);
    expect((await verifyFolder(keyless.out, verifyingKey(at('public.pem')), {})).contradictions).not.toEqual([]);
    const folder = copyOf(keyless);
    rmSync(join(folder, BUNDLE));
    const { status, said } = await verify(folder, ...as(WORKFLOW, ISSUER));
    expect([status, said]).toEqual([1, expect.stringContaining('it is missing: the evidence is not signed keyless')]);
  });

  test('needs root, identity and issuer together', async () => {
    const { status, said } = await verify(keyless.out, '--trusted-root', at('ours.json'));
    expect([status, said]).toEqual([2, 'verify: --trusted-root, --identity and --issuer have to be given together\n']);
  });

  test('has left digests and an identity in the log, and no word of the statement', () => {
    expect(ours.logged).toHaveLength(1);
    expect(ours.asked.filter((each) => !each.includes('/stamp'))).toEqual([
      'GET /token?audience=sigstore',
      'POST /api/v2/signingCert',
      'POST /api/v1/log/entries',
      'POST /refused',
    ]);
  });

  test('that cannot be signed is told without the token, and the certificate is there', async () => {
    const ended = await certify([...created, '--keyless', '--fulcio', `${ours.url}/nowhere`, '--rekor', ours.url], {
      SIGSTORE_ID_TOKEN: 'no-token-at-all',
    });
    expect([ended.status, ended.certificate?.verdict]).toEqual([2, 'conformant_in_scope']);
    expect(ended.stderr).toContain(
      'certify: the OIDC token is none that tells whose it is; the certificate is written',
    );
    expect(ended.stderr + ended.stdout).not.toContain('no-token-at-all');
    expect((await verifyFolder(ended.out, null, {})).contradictions).toEqual([]);
  });
});
