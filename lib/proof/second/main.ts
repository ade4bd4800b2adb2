/**
 * A second implementation of the interface, written from the document alone, as a test fixture: where the document
 * leaves freedom it deliberately decides in unusual ways. It needs only Node.
 *
 * Credentials      403 `forbidden_key`; only a key that exists in the other environment gives `wrong_environment`.
 * Not found        404 `no_such_thing` for unknown references, wallets, links and addresses; wrong verb 405.
 * Wrong state      409 `wrong_state`; a disputed escrow cannot be released; only an approved link can be deleted.
 * Order of checks  address, credentials, rate, body, Idempotency-Key, fields, then state; a refund checks its
 *                  checkout before its own reference, a payout its bank, an escrow its reference before wallets.
 * References       64 characters for refunds, payouts and escrows, with the characters of a checkout's reference.
 * Idempotency      the key is optional; kept for ever, per merchant and path; the order of fields does not matter;
 *                  refusals are not replayed but processed again (another body is refused even then).
 * Rate limit       a fixed minute from the key's first call, refused calls counted; `Retry-After` is a date.
 * Refunds          sandbox settles at once: the answer has the outcome, the webhook comes before it. Live: 20 s.
 * Payouts          5 s in sandbox, 90 s in live, by the clock. `bankCode` is ignored. Sandbox balances may go below 0.
 * Bodies           `{ data: { items } }` for banks, `{ data: { spendable: { minor } } }` for the balance,
 *                  `{ holder: { masked } }` for accounts, `{ id, reference, status }` after an escrow's change.
 * Escrows          no commission on what a partial refund leaves to the seller, and `escrow.released` is sent for it
 *                  as well, before `escrow.refunded`; more than was paid is 422 `refund_exceeds_paid`; the seller's
 *                  held balance is the share after the fee; in live the fee's wallet must exist too.
 * Links            the hourly limit counts new links of all merchants, 429 `link_budget` without `Retry-After`; a
 *                  replaced request becomes REJECTED without an event; decisions and DELETE answer 204;
 *                  `wallet_not_linked` is 403; only `wallet.link.approved` shows the full name.
 * Webhooks         retries at 1 min, 5 min, 30 min, 2 h and 14 h from the event, abandoned at 24 h; time-out 2 s
 *                  (`--answer-timeout SECONDS`);
 *                  every third event is sent twice, at once or 2 s after its acknowledgement; pretty-printed JSON,
 *                  with escaped characters in half of the events; a live address must be https, in control too.
 * Pages            a checkout has two steps and two expiry fields; an escrow's page also releases and disputes.
 * HTTP             chunked bodies, connections closed, header names in odd case; times without milliseconds, +00:00
 *                  in records and +01:00 in webhooks; ids are UUIDs or digits.
 * Control          no `GET /`, and `buyer-release` answers 501.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readBody, sendError, serveApi } from './api.ts';
import { serveControl } from './control.ts';
import { servePage } from './pages.ts';
import { missing } from './rules.ts';
import { Clock, Store, type World } from './world.ts';

const world: World = { clock: new Clock(), store: new Store(), origin: '' };
const token = randomBytes(24).toString('base64url');

const front = await listen(async (req, res, raw) => {
  const url = new URL(req.url ?? '/', 'http://localhost');
  const [, env, ...rest] = url.pathname.split('/');
  if (env !== 'sandbox' && env !== 'live') throw missing('address');
  if (rest[0] === 'api') await serveApi(world, env, `/${rest.slice(1).join('/')}`, raw, req, res);
  else servePage(world, env, url, `/${rest.join('/')}`, raw, req, res);
});
const back = await listen(async (req, res, raw) => {
  const { pathname } = new URL(req.url ?? '/', 'http://localhost');
  await serveControl(world, token, pathname.replace(/^\/console(?=\/|$)/, ''), raw, req, res);
});
world.origin = `http://127.0.0.1:${front}`;

process.on('SIGTERM', () => process.exit(0));
process.on('SIGINT', () => process.exit(0));
process.stdin.on('close', () => process.exit(0));
process.stdin.on('end', () => process.exit(0));
process.stdin.on('error', () => process.exit(0));
process.stdin.resume();

const settings = {
  TARGET_BASE_URL: `${world.origin}/sandbox/api`,
  TARGET_LIVE_BASE_URL: `${world.origin}/live/api`,
  TARGET_CONTROL_URL: `http://127.0.0.1:${back}/console`,
  TARGET_CONTROL_TOKEN: token,
};
process.stdout.write(`${JSON.stringify(settings)}\n`);

/** Listens on a free port of the loopback interface and returns it. */
function listen(serve: (req: IncomingMessage, res: ServerResponse, raw: string) => Promise<void>): Promise<number> {
  const server: Server = createServer((req, res) => {
    readBody(req)
      .then((raw) => serve(req, res, raw))
      .catch((error: unknown) => (res.headersSent ? res.destroy() : sendError(world, res, error)));
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}
