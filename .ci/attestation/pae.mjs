// What the signature of a DSSE envelope is over, and the signature, each in a file of its own, for openssl: pae.mjs ENVELOPE PAE SIGNATURE.
import { readFileSync, writeFileSync } from 'node:fs';

const [envelope, pae, signature] = process.argv.slice(2);
const { payloadType, payload, signatures } = JSON.parse(readFileSync(envelope, 'utf8'));
const body = Buffer.from(payload, 'base64');
writeFileSync(pae, Buffer.concat([Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${body.length} `), body]));
writeFileSync(signature, Buffer.from(signatures[0].sig, 'base64'));
