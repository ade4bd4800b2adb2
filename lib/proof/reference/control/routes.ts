import type { Body } from '../engine/body.ts';
import { Refusal } from '../engine/refusal.ts';
import { findMerchant, putWallet } from '../engine/store.ts';
import type { AnyRecord, EnvironmentName, Merchant, WalletLink } from '../rules/records.ts';
import type { FieldRule } from '../rules/requests.ts';
import type { Service } from '../rules/rulebook.ts';
import type { Details } from '../rules/states.ts';

export type AddMerchant = (environment: EnvironmentName, webhookUrl?: string | null) => Merchant;

export interface Asked {
  service: Service;
  addMerchant: AddMerchant;
  body: Body;
  params: Record<string, string>;
}

export interface Route {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  takes?: readonly FieldRule[];
  /** Returns what else is wrong with the body, or null. */
  problem?: (body: Body) => string | null;
  does: (asked: Asked) => unknown;
  /** Whether the body of its answer is needed. */
  tells?: true;
  status: 200 | 201 | 202;
}

const environment: FieldRule = { field: 'environment', type: 'string', required: true, oneOf: ['sandbox', 'live'] };
const webhookUrl: FieldRule = { field: 'webhookUrl', type: 'uri' };
/** 100 years. */
const MAX_ADVANCE_SECONDS = 3_155_760_000;
const MAX_DELAY_MS = 600_000;

export const routes: readonly Route[] = [
  {
    method: 'POST',
    path: '/clock/advance',
    tells: true,
    problem: (body) => numberProblem(body, 'seconds', MAX_ADVANCE_SECONDS),
    does: async ({ service, body }) => {
      const now = await service.clock.advance(Number(body.get('seconds')));
      return { now: new Date(now).toISOString() };
    },
    status: 200,
  },
  {
    method: 'POST',
    path: '/merchants',
    tells: true,
    takes: [environment, webhookUrl],
    does: ({ service, addMerchant, body }) => {
      const where = body.text('environment') === 'live' ? 'live' : 'sandbox';
      checkWebhookUrl(service, where, body);
      const url = body.text('webhookUrl');
      const merchant = url === null ? addMerchant(where) : addMerchant(where, url);
      return { merchantId: merchant.id, apiKey: merchant.apiKey, webhookSecret: merchant.webhookSecret };
    },
    status: 201,
  },
  {
    method: 'PATCH',
    path: '/merchants/{merchantId}',
    takes: [webhookUrl],
    problem: ({ value }) =>
      ['boolean', 'undefined'].includes(typeof (value.requireLinkedWallets ?? undefined))
        ? null
        : 'requireLinkedWallets must be true or false',
    does: (asked) => {
      const merchant = merchantOf(asked);
      checkWebhookUrl(asked.service, merchant.environment.name, asked.body);
      const { value } = asked.body;
      if ('webhookUrl' in value) asked.service.rules.functions.changeAddress(merchant, asked.body.text('webhookUrl'));
      if ('requireLinkedWallets' in value) merchant.requireLinkedWallets = value.requireLinkedWallets === true;
      return { webhookUrl: merchant.webhookUrl, requireLinkedWallets: merchant.requireLinkedWallets };
    },
    status: 200,
  },
  {
    method: 'POST',
    path: '/merchants/{merchantId}/rotate-webhook-secret',
    tells: true,
    does: (asked) => {
      const merchant = merchantOf(asked);
      const webhookSecret = asked.service.newId('whsec_');
      asked.service.rules.functions.changeSecret(merchant, webhookSecret);
      return { webhookSecret };
    },
    status: 200,
  },
  {
    method: 'GET',
    path: '/merchants/{merchantId}/deliveries',
    tells: true,
    does: (asked) => {
      const merchant = merchantOf(asked);
      return { deliveries: asked.service.rules.functions.deliveryList(merchant.deliveries, merchant) };
    },
    status: 200,
  },
  {
    method: 'POST',
    path: '/merchants/{merchantId}/deliveries/{id}/resend',
    does: (asked) => {
      const { id = '' } = asked.params;
      if (!asked.service.resend(merchantOf(asked), id)) throw unknown(`no delivery ${id}`);
    },
    status: 202,
  },
  {
    method: 'POST',
    path: '/merchants/{merchantId}/checkouts/{reference}/settle',
    takes: [{ field: 'outcome', type: 'string', required: true, oneOf: ['succeeded', 'failed'] }],
    does: (asked) => {
      const { decisions } = asked.service.rules;
      const checkout = recordOf(asked, 'checkout');
      if (asked.body.text('outcome') === 'failed') return take(asked, checkout, 'fail');
      return take(asked, checkout, 'pay', { method: decisions.paymentMethods.card });
    },
    status: 200,
  },
  {
    method: 'POST',
    path: '/merchants/{merchantId}/escrows/{reference}/pay',
    takes: [{ field: 'buyerEmail', type: 'email' }],
    does: (asked) => {
      const escrow = recordOf(asked, 'escrow');
      if (escrow.kind !== 'escrow') return;
      const payer = asked.body.text('buyerEmail') ?? escrow.buyerEmail ?? 'buyer@example.com';
      if (!asked.service.rules.functions.mayPay(escrow, payer))
        throw new Refusal({ status: 422, code: 'buyer_not_allowed' }, `${payer} is not the buyer of this escrow`);
      return take(asked, escrow, 'pay', { payer });
    },
    status: 200,
  },
  {
    method: 'POST',
    path: '/merchants/{merchantId}/escrows/{reference}/dispute',
    does: (asked) => take(asked, recordOf(asked, 'escrow'), 'dispute'),
    status: 200,
  },
  {
    method: 'POST',
    path: '/merchants/{merchantId}/escrows/{reference}/buyer-release',
    does: (asked) => take(asked, recordOf(asked, 'escrow'), 'release'),
    status: 200,
  },
  {
    method: 'POST',
    path: '/wallets',
    takes: [
      environment,
      { field: 'walletId', type: 'string', required: true, pattern: /^[0-9]{10}$/ },
      { field: 'holderName', type: 'string', required: true },
      { field: 'balanceMinor', type: 'integer', min: 0 },
    ],
    does: ({ service, body }) => {
      const where = service.environments[body.text('environment') === 'live' ? 'live' : 'sandbox'];
      const wallet = putWallet(where, {
        walletId: body.text('walletId') ?? '',
        holderName: body.text('holderName') ?? '',
        balanceMinor: body.integer('balanceMinor'),
      });
      return { walletId: wallet.walletId, holderName: wallet.holderName, balanceMinor: wallet.availableMinor };
    },
    status: 201,
  },
  {
    method: 'POST',
    path: '/merchants/{merchantId}/wallet-links/{linkId}/owner',
    takes: [{ field: 'decision', type: 'string', required: true, oneOf: ['approve', 'reject', 'unlink'] }],
    does: (asked) => take(asked, linkOf(asked), asked.body.text('decision') ?? ''),
    status: 200,
  },
  {
    method: 'POST',
    path: '/merchants/{merchantId}/processing-delay',
    problem: (body) => numberProblem(body, 'milliseconds', MAX_DELAY_MS),
    does: (asked) => {
      merchantOf(asked).processingDelay = Number(asked.body.get('milliseconds'));
    },
    status: 200,
  },
];

function merchantOf({ service, params }: Asked): Merchant {
  const merchant = findMerchant(service.environments, params.merchantId ?? '');
  if (!merchant) throw unknown(`no merchant ${params.merchantId}`);
  return merchant;
}

function recordOf(asked: Asked, kind: 'checkout' | 'escrow'): AnyRecord {
  const record = merchantOf(asked).records[kind].get(asked.params.reference ?? '');
  if (!record) throw unknown(`no ${kind} ${asked.params.reference}`);
  return record;
}

function linkOf(asked: Asked): WalletLink {
  const link = merchantOf(asked).links.get(asked.params.linkId ?? '');
  if (!link) throw unknown(`no wallet link ${asked.params.linkId}`);
  return link;
}

function take({ service }: Asked, record: AnyRecord, on: string, details?: Details) {
  if (!service.fire(record, on, details))
    throw new Refusal({ status: 409, code: 'wrong_state' }, `not possible: it is ${record.status}`);
  return { reference: record.reference, status: record.status };
}

/** Not 404, which would mean that the endpoint does not exist. */
function unknown(what: string): Refusal {
  return new Refusal({ status: 422, code: 'unknown' }, `there is ${what}`);
}

/** Live webhooks must be https (Events). */
function checkWebhookUrl(service: Service, where: string, body: Body): void {
  const url = body.text('webhookUrl');
  if (url === null || where === 'sandbox' || service.rules.decisions.liveWebhookMayBeHttp) return;
  if (!/^https:/i.test(url))
    throw new Refusal({ status: 422, code: 'invalid_request' }, 'webhookUrl must be https in live');
}

function numberProblem(body: Body, field: string, max: number): string | null {
  const value = body.get(field);
  return typeof value === 'number' && value >= 0 && value <= max ? null : `${field} must be a number from 0 to ${max}`;
}
