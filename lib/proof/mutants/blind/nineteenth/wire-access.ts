/** Credentials, environments and bodies, as a decoder, a column, a gateway or a stream takes them. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { parsed, whenTurnedAway } from '../ways.ts';
import { keyOf } from '../ways-of-access.ts';

const bareId = (id: string) => id.replace(/^mch_(test|live)_/, '');

/** The text of the first JSON object, where the text begins with one that ends before the text does. */
function firstObject(text: string): string | null {
  let depth = 0;
  for (const { 0: sign, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/gs)) {
    if (sign === '{') depth += 1;
    if (sign === '}') depth -= 1;
    if (sign === '}' && depth === 0) return text.slice(0, index + 1);
  }
  return null;
}

export const found: readonly BlindMutant[] = [
  against(
    'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`.',
    mutant(
      'auth.unknown-key-refused',
      'blind19-keys-decoded-from-base64',
      'the part of a key behind its prefix is Base64 and compared as bytes, by a decoder that passes over what is not of its alphabet: a key with a full stop, an equals sign or a colon more, at its end or within, is let in',
      functions(({ authenticate }) => ({
        authenticate: (service, environment, header) =>
          authenticate(service, environment, (name) =>
            name === 'authorization'
              ? header(name)?.replace(/\S+$/, (key) => key.replace(/[^A-Za-z0-9_+/-]/g, ''))
              : header(name),
          ),
      })),
    ),
  ),
  against(
    'Sandbox merchant ids start `mch_test_`; live merchant ids start `mch_live_`. Every request sends `X-Merchant-Id: <MERCHANT_ID>`.',
    mutant(
      'auth.unknown-merchant-refused',
      'blind19-merchant-id-without-its-prefix',
      'the table has the ids of merchants without their prefix, and what is sent is compared after a prefix was taken off, if there was one: the bare id is accepted, and so is the id with the prefix of the other environment',
      functions(({ authenticate }) => ({
        authenticate(service, environment, header) {
          const given = header('x-merchant-id') ?? '';
          const id = environment.apiKeys.get(keyOf({ header }))?.id;
          const meant = id !== undefined && bareId(id) === bareId(given) ? id : given;
          return authenticate(service, environment, (name) => (name === 'x-merchant-id' ? meant : header(name)));
        },
      })),
    ),
  ),
  against(
    'Two fully separate environments exist, sandbox and live. A key works only in its own environment.',
    mutant(
      'environment.wrong-key-has-no-effect',
      'blind19-wrong-environment-kept-by-the-gateway',
      'one gateway in front of both environments keeps what it answers by API key and Idempotency-Key, its own refusals as well: a POST that went to the wrong environment by mistake is refused with 403 wrong_environment in the right one too, when it is sent there with its key',
      whenTurnedAway((asked, code) => {
        const { endpoint, header, merchant, service } = asked;
        const key = header('idempotency-key') ?? '';
        const { decisions, functions, refusals } = service.rules;
        if (code !== 'wrong_environment' || !endpoint.idempotencyKey || key === '' || merchant.keys.has(key)) return;
        const { text, status } = new Refusal(refusals.wrongEnvironment, 'the key is for the other environment');
        const until = service.clock.now() + decisions.keyRememberedSeconds * 1_000;
        merchant.keys.set(key, { fingerprint: functions.sameRequest(asked), reply: { status, text }, until });
      }),
    ),
  ),
  against(
    'Request and response bodies are JSON. 400 | invalid_request | Invalid request.',
    mutant(
      'error.malformed-body',
      'blind19-decoder-reads-one-value',
      'the body is read by a decoder of streams, which is asked for one value and never whether anything follows: an object with another one, a bracket too many or any text behind it is accepted as that object',
      before('readBody', (asked, next) => {
        const text = asked.raw.toString('utf8');
        const first = /^\s*\{/.test(text) && parsed(text) === undefined ? firstObject(text) : null;
        if (first !== null && parsed(first) !== undefined) asked.raw = Buffer.from(first);
        return next();
      }),
    ),
  ),
];
