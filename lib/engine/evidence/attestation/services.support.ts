import { generateKeyPairSync, hash, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ASN1Obj } from '@sigstore/core';
import {
  fulcioHandler,
  initializeCA,
  initializeCTLog,
  initializeTLog,
  initializeTSA,
  rekorHandler,
  tsaHandler,
} from '@sigstore/mock';

/** A private Sigstore instance on this machine: Fulcio, Rekor and a time-stamp authority. */
export interface Services {
  readonly url: string;
  /** Method and path of every request received. */
  readonly asked: string[];
  /** Bodies of the requests to Rekor. */
  readonly logged: string[];
  /** URLs at which a time stamp can be requested, named after the result. */
  readonly stamps: {
    readonly right: URL;
    readonly ofSomethingElse: URL;
    readonly refused: URL;
    readonly noStamp: URL;
    readonly silent: URL;
  };
  /** The authority's certificates, as PEM. */
  readonly authority: string;
  /** In the format of Sigstore's `trusted_root.json`; `withAuthority`: it includes the time-stamp authority. */
  trustedRoot(withAuthority?: boolean): string;
  stop(): Promise<void>;
}

/** `token`: the token that a job of GitHub Actions receives at `/token`. */
export async function startServices(token = ''): Promise<Services> {
  const pair = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const [forCertificates, forCertificateLog, forLog, forStamps] = [pair(), pair(), pair(), pair()];
  const ca = await initializeCA(forCertificates, await initializeCTLog(forCertificateLog));
  const tsa = await initializeTSA(forStamps);
  const [asked, logged]: [string[], string[]] = [[], []];
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fulcio = fulcioHandler(ca);
  const rekor = rekorHandler(await initializeTLog(url, forLog));
  const stamp = tsaHandler(tsa);
  const stamped = (digest: Buffer) =>
    stamp.fn(JSON.stringify({ artifactHash: digest.toString('base64'), hashAlgorithm: 'sha256' }));
  const answers: Readonly<Record<string, (body: Buffer) => ReturnType<typeof fulcio.fn> | null>> = {
    [fulcio.path]: (body) => fulcio.fn(body.toString()),
    [rekor.path]: (body) => {
      logged.push(body.toString());
      return rekor.fn(asLogged(body.toString()));
    },
    '/stamp': (body) => stamped(digestIn(body)),
    '/other': () => stamped(Buffer.alloc(32, 7)),
    '/refused': async () => ({ statusCode: 503, response: 'out of order' }),
    '/none': async () => ({ statusCode: 200, response: '<html>Welcome</html>' }),
    '/silent': () => null,
    '/token?audience=sigstore': async () => ({ statusCode: 200, response: JSON.stringify({ value: token }) }),
  };
  server.on('request', async (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const answer = await answers[request.url ?? '']?.(await bodyOf(request));
    if (!answer) return;
    response.writeHead(answer.statusCode, { 'content-type': answer.contentType ?? 'text/plain' });
    response.end(typeof answer.response === 'string' ? answer.response : Buffer.from(answer.response.buffer));
  });
  const chain = [tsa.intCertificate, tsa.rootCertificate].map((each) =>
    Buffer.from(each.buffer, each.byteOffset, each.byteLength),
  );
  const at = (path: string) => new URL(path, url);
  return {
    url,
    asked,
    logged,
    stamps: {
      right: at('/stamp'),
      ofSomethingElse: at('/other'),
      refused: at('/refused'),
      noStamp: at('/none'),
      silent: at('/silent'),
    },
    authority: chain.map(pem).join(''),
    trustedRoot: (withAuthority = false) =>
      JSON.stringify({
        mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
        tlogs: [logAt(url, forLog.publicKey)],
        certificateAuthorities: [authorityAt(url, [Buffer.from(ca.rootCertificate.buffer)])],
        ctlogs: [logAt(url, forCertificateLog.publicKey)],
        timestampAuthorities: withAuthority ? [authorityAt(url, chain)] : [],
      }),
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** A token in the form that an identity provider issues. Its signature is not verified in these tests. */
export function tokenOf(identity: string, issuer: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'RS256' })}.${part({ sub: identity, iss: issuer, aud: 'sigstore' })}.c2lnbmF0dXJl`;
}

/** The digest in a TimeStampReq (RFC 3161, 2.4.1). */
function digestIn(query: Buffer): Buffer {
  return ASN1Obj.parseBuffer(Buffer.from(query)).subs[1]?.subs[1]?.value ?? Buffer.of();
}

/** Rekor stores digests of the envelope and its payload instead of their content, which the mock does not do itself. */
function asLogged(proposed: string): string {
  const { spec, ...entry } = JSON.parse(proposed) as {
    spec: { proposedContent: { envelope: string; verifiers: [string] } };
  };
  const { envelope, verifiers } = spec.proposedContent;
  const { payload, signatures } = JSON.parse(envelope) as { payload: string; signatures: [{ sig: string }] };
  const sha256 = (data: string | Buffer) => ({ algorithm: 'sha256', value: hash('sha256', data) });
  return JSON.stringify({
    ...entry,
    spec: {
      envelopeHash: sha256(envelope),
      payloadHash: sha256(Buffer.from(payload, 'base64')),
      signatures: [{ signature: signatures[0].sig, verifier: verifiers[0] }],
    },
  });
}

function logAt(baseUrl: string, key: KeyObject) {
  const der = key.export({ type: 'spki', format: 'der' });
  return {
    baseUrl,
    hashAlgorithm: 'SHA2_256',
    publicKey: {
      rawBytes: der.toString('base64'),
      keyDetails: 'PKIX_ECDSA_P256_SHA_256',
      validFor: { start: '2020-01-01T00:00:00Z' },
    },
    logId: { keyId: hash('sha256', der, 'base64') },
  };
}

function authorityAt(uri: string, certificates: readonly Buffer[]) {
  return {
    subject: { organization: 'a private instance', commonName: 'sigstore' },
    uri,
    certChain: { certificates: certificates.map((der) => ({ rawBytes: der.toString('base64') })) },
    validFor: { start: '2020-01-01T00:00:00Z' },
  };
}

function pem(der: Buffer): string {
  return `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
