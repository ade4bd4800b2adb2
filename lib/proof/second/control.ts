import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseBody, send, sendError } from './api.ts';
import { disputeEscrow, find as findEscrow, payEscrow } from './escrows.ts';
import { decide, findLink, findWallet } from './links.ts';
import { findCheckout, settleCheckout } from './payments.ts';
import { email, type Fields, invalid, Refusal, text, walletPattern, whole, wrongState } from './rules.ts';
import { listDeliveries, resend } from './webhooks.ts';
import { type Environment, type Merchant, secret, stamp, type World } from './world.ts';

interface Done {
  status: number;
  body: unknown;
}

type Step = (world: World, params: string[], body: Fields) => Done | Promise<Done>;

const done = (body: unknown = { done: true }, status = 200): Done => ({ status, body });

/** Without `GET /` and `buyer-release`: control need not be complete. */
const steps: [method: string, path: string, step: Step][] = [
  ['POST', '/clock/advance', advance],
  ['POST', '/merchants', createMerchant],
  ['PATCH', '/merchants/*', patchMerchant],
  ['POST', '/merchants/*/rotate-webhook-secret', rotateSecret],
  [
    'GET',
    '/merchants/*/deliveries',
    (world, [id = '']) => done({ deliveries: listDeliveries(world, merchant(world, id).id) }),
  ],
  ['POST', '/merchants/*/deliveries/*/resend', resendDelivery],
  ['POST', '/merchants/*/checkouts/*/settle', settle],
  ['POST', '/merchants/*/escrows/*/pay', pay],
  ['POST', '/merchants/*/escrows/*/dispute', dispute],
  [
    'POST',
    '/merchants/*/escrows/*/buyer-release',
    () => done({ error: { code: 'not_here', message: 'Not built.' } }, 501),
  ],
  ['POST', '/wallets', putWallet],
  ['POST', '/merchants/*/wallet-links/*/owner', decideAsOwner],
  ['POST', '/merchants/*/processing-delay', delay],
];

/** Serves the control interface. `path` is relative to its base address. */
export async function serveControl(
  world: World,
  token: string,
  path: string,
  raw: string,
  req: IncomingMessage,
  res: ServerResponse,
) {
  try {
    if (req.headers.authorization !== `Bearer ${token}`)
      throw new Refusal(401, 'wrong_token', 'The control token is wrong.');
    const parts = path.split('/');
    const found = steps.find(([method, pattern]) => {
      const wanted = pattern.split('/');
      return (
        method === req.method && wanted.length === parts.length && wanted.every((p, i) => p === '*' || p === parts[i])
      );
    });
    if (!found) throw new Refusal(404, 'no_such_step', 'There is no such step here.');
    const [, pattern, step] = found;
    const params = pattern.split('/').flatMap((part, i) => (part === '*' ? [decode(parts[i] ?? '')] : []));
    const { status, body } = await step(world, params, parseBody(raw));
    send(world, res, status, body);
  } catch (error) {
    sendError(world, res, error);
  }
}

/** Not 404, which would mean that the endpoint does not exist. */
function unknown(what: string): Refusal {
  return new Refusal(422, 'unknown', `There is no such ${what}.`);
}

function merchant({ store }: World, id: string): Merchant {
  const row = store.one<Merchant>('SELECT * FROM merchants WHERE id = ?', id);
  if (!row) throw unknown('merchant');
  return row;
}

async function advance({ clock }: World, _params: string[], { seconds }: Fields): Promise<Done> {
  const tenYears = 315_360_000;
  if (typeof seconds !== 'number' || !(seconds >= 0 && seconds <= tenYears)) {
    throw invalid('seconds must be a number from 0 to ten years.');
  }
  return done({ now: stamp(await clock.advance(seconds)) });
}

function createMerchant({ store }: World, _params: string[], body: Fields): Done {
  const env = environment(body.environment);
  const mode = env === 'sandbox' ? 'test' : 'live';
  const made = {
    merchantId: secret(`mch_${mode}_`).slice(0, 24),
    apiKey: secret(`svc_${mode}_sk_`),
    webhookSecret: secret('whk_'),
  };
  const webhookUrl = webhookAddress(body.webhookUrl, env);
  store.insert('merchants', { id: made.merchantId, env, apiKey: made.apiKey, secret: made.webhookSecret, webhookUrl });
  return done(made, 201);
}

function patchMerchant(world: World, [id = '']: string[], body: Fields): Done {
  const row = merchant(world, id);
  const { webhookUrl: url = row.webhookUrl, requireLinkedWallets: linked = row.linkedOnly === 1 } = body;
  if (linked !== null && typeof linked !== 'boolean') throw invalid('requireLinkedWallets must be true or false.');
  const sql = 'UPDATE merchants SET webhookUrl = ?, linkedOnly = ? WHERE id = ?';
  world.store.run(sql, webhookAddress(url, row.env), linked ? 1 : 0, id);
  return done();
}

function rotateSecret(world: World, [id = '']: string[]): Done {
  const webhookSecret = secret('whk_');
  world.store.run('UPDATE merchants SET secret = ? WHERE id = ?', webhookSecret, merchant(world, id).id);
  return done({ webhookSecret });
}

function resendDelivery(world: World, [id = '', delivery = '']: string[]): Done {
  if (!resend(world, merchant(world, id).id, delivery)) throw unknown('delivery');
  return done(undefined, 202);
}

function settle(world: World, [id = '', reference = '']: string[], { outcome }: Fields): Done {
  const checkout = findCheckout(world, merchant(world, id).id, reference);
  if (!checkout) throw unknown('checkout');
  if (outcome !== 'succeeded' && outcome !== 'failed') throw invalid('outcome must be succeeded or failed.');
  if (checkout.status !== 'pending') throw wrongState(`The checkout is ${checkout.status}.`);
  settleCheckout(
    world,
    checkout,
    outcome === 'succeeded' ? { method: 'bank_transfer' } : { failure: 'transfer_recalled' },
  );
  return done();
}

function pay(world: World, [id = '', reference = '']: string[], { buyerEmail }: Fields): Done {
  const escrow = findEscrow(world, merchant(world, id).id, reference);
  if (!escrow) throw unknown('escrow');
  payEscrow(world, escrow, buyerEmail == null ? undefined : email(buyerEmail, 'buyerEmail'));
  return done();
}

function dispute(world: World, [id = '', reference = '']: string[]): Done {
  const escrow = findEscrow(world, merchant(world, id).id, reference);
  if (!escrow) throw unknown('escrow');
  disputeEscrow(world, escrow);
  return done();
}

function putWallet(world: World, _params: string[], body: Fields): Done {
  const env = environment(body.environment);
  const id = text(body.walletId, 'walletId', 10, walletPattern);
  const holder = text(body.holderName, 'holderName');
  const balance = body.balanceMinor == null ? undefined : whole(body.balanceMinor, 'balanceMinor', 0);
  const old = findWallet(world, env, id);
  if (old) {
    const sql = 'UPDATE wallets SET holder = ?, available = ? WHERE env = ? AND id = ?';
    world.store.run(sql, holder, balance ?? old.available, env, id);
  } else {
    world.store.insert('wallets', { env, id, holder, available: balance ?? 0 });
  }
  return done(undefined, 201);
}

function decideAsOwner(world: World, [id = '', linkId = '']: string[], { decision }: Fields): Done {
  const link = findLink(world, merchant(world, id).id, linkId);
  if (!link) throw unknown('wallet link');
  const outcomes = { approve: 'APPROVED', reject: 'REJECTED', unlink: 'REVOKED' } as const;
  if (decision !== 'approve' && decision !== 'reject' && decision !== 'unlink') {
    throw invalid('decision must be approve, reject or unlink.');
  }
  decide(world, link, outcomes[decision]);
  return done();
}

function delay(world: World, [id = '']: string[], { milliseconds }: Fields): Done {
  const sql = 'UPDATE merchants SET delay = ? WHERE id = ?';
  world.store.run(sql, whole(milliseconds, 'milliseconds', 0, 600_000), merchant(world, id).id);
  return done();
}

function environment(value: unknown): Environment {
  if (value !== 'sandbox' && value !== 'live') throw invalid('environment must be sandbox or live.');
  return value;
}

/** Events: a live address must be https. Null removes the address. */
function webhookAddress(value: unknown, env: Environment): string | null {
  if (value === undefined || value === null) return null;
  const url = text(value, 'webhookUrl');
  const scheme = URL.canParse(url) ? new URL(url).protocol : '';
  if (scheme !== 'https:' && scheme !== 'http:') throw invalid('webhookUrl must be a web address.');
  if (env === 'live' && scheme !== 'https:') throw new Refusal(422, 'https_needed', 'A live webhookUrl must be https.');
  return url;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw invalid('The address is not written correctly.');
  }
}
