/** Credentials, environments and errors: what a guard, a gateway, a shared table or a constraint makes of a request. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Merchant } from '../../../reference/rules/records.ts';
import type { Service } from '../../../reference/rules/rulebook.ts';
import { event, functions } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, isAt, pause } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

/** Wrong tries after which a merchant id is locked, and for how long, in milliseconds of the service's clock. */
const TRIES = 10;
const LOCKED_MS = 900_000;
/** Real time between the look for a reference and the insertion, in milliseconds. */
const INSERTION_MS = 15;

function lockedAfterWrongKeys(): Change {
  const wrong = new WeakMap<Merchant, readonly number[]>();
  return functions(({ authenticate }) => ({
    authenticate(service, environment, header) {
      const named = environment.merchants.get(header('x-merchant-id') ?? '');
      if (named === undefined) return authenticate(service, environment, header);
      const now = service.clock.now();
      const recent = (wrong.get(named) ?? []).filter((at) => at > now - LOCKED_MS);
      if (recent.length >= TRIES)
        throw new Refusal(service.rules.decisions.unauthenticated, 'too many wrong keys; try again later');
      try {
        return authenticate(service, environment, header);
      } catch (error) {
        wrong.set(named, [...recent, now]);
        throw error;
      }
    },
  }));
}

function namesFromSandbox(): Change {
  const services = new WeakMap<Merchant, Service>();
  return all(
    before('limitRate', ({ merchant, service }, next) => {
      services.set(merchant, service);
      return next();
    }),
    event('wallet.link.approved', (carried, link) => {
      const { sandbox } = services.get(link.merchant as Merchant)?.environments ?? {};
      const wallet = sandbox?.wallets.get(String(carried.walletId));
      const isLive = (link.merchant as Merchant).environment.name === 'live';
      return isLive && wallet !== undefined ? { ...carried, walletName: wallet.holderName } : carried;
    }),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`. Request rate | 120 requests per minute per API key.',
    mutant(
      'rate-limit.per-key',
      'blind18-merchant-locked-after-wrong-keys',
      'a guard against guessing counts wrong keys by the merchant id that they come with: after ten of them the merchant itself is refused for a quarter of an hour, with its right key',
      lockedAfterWrongKeys(),
    ),
  ),
  against(
    'APPROVED | DELETE by merchant, or unlinked by owner | REVOKED | `wallet.link.revoked`.',
    mutant(
      'wallet-link.revoked',
      'blind18-live-gateway-knows-no-delete',
      'the list of methods that the gateway of live lets through was made when there was GET and POST: DELETE of a link is refused there with 405, and the link stays APPROVED',
      before('limitRate', ({ endpoint, environment, service }, next) => {
        if (environment.name === 'live' && endpoint.method === 'DELETE')
          throw new Refusal(service.rules.decisions.wrongMethod, 'DELETE is not possible here');
        return next();
      }),
    ),
  ),
  against(
    'Two fully separate environments exist, sandbox and live. walletName: registered holder name in the `wallet.link.approved` event.',
    mutant(
      'wallet-link.registered-name',
      'blind18-live-names-from-the-sandbox-directory',
      'what writes wallet.link.approved asks one directory of holders for both environments, in which the sandbox comes first: for a live wallet whose id a sandbox wallet has too, the event names the holder of that one',
      namesFromSandbox(),
    ),
  ),
  against(
    'Unknown references on GET calls give a 404 error.',
    mutant(
      'checkout.unknown-reference',
      'blind18-reference-in-path-validated',
      'the reference in the path is checked by the rule of the create: GET of a checkout by a text that can be no reference, of another sign or of more than 100 characters, is answered with 400 and not with 404',
      before('answerKnown', (asked, next) => {
        const { params, service } = asked;
        if (isAt(asked, 'getCheckout') && !/^[A-Za-z0-9._:-]{1,100}$/.test(params.reference ?? ''))
          throw new Refusal(service.rules.refusals.invalid, 'this is no reference');
        return next();
      }),
    ),
  ),
  against(
    '409 | duplicate_reference | Reference already used.',
    mutant(
      'checkout.concurrent-same-reference',
      'blind18-violated-constraint-is-500',
      'the reference is looked for first and guarded by a constraint of the table then, whose violation nobody has mapped: of two creates at once with one reference the later is answered with 500',
      before('act', async (asked, next) => {
        if (!isAt(asked, 'createCheckout')) return next();
        await pause(INSERTION_MS);
        const { body, merchant, service } = asked;
        if (merchant.records.checkout.has(body.text('reference') ?? ''))
          throw new Refusal(service.rules.decisions.internal, 'the service could not handle this request');
        return next();
      }),
    ),
  ),
  against(
    '400 | invalid_request | Invalid request. Request and response bodies are JSON.',
    mutant(
      'error.malformed-body',
      'blind18-null-is-an-object',
      'the body is checked with typeof, for which null is an object: a request whose body is null goes on to the first field, and is answered with 500',
      before('readBody', ({ endpoint, raw, service }, next) => {
        if (endpoint.method === 'POST' && raw.toString('utf8').trim() === 'null')
          throw new Refusal(service.rules.decisions.internal, 'the service could not handle this request');
        return next();
      }),
    ),
  ),
];
