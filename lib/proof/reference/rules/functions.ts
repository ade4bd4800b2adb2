/** Rules that cannot be written as tables. */
import { createHash, createHmac } from 'node:crypto';
import { Refusal } from '../engine/refusal.ts';
import type { RateLimiter } from './records.ts';
import type { Functions } from './rulebook.ts';
import { matchBank } from './tables/banks.ts';

export const functions: Functions = {
  authenticate(service, environment, header) {
    const { decisions, environments, refusals } = service.rules;
    const key = /^Bearer +(\S+)$/i.exec(header('authorization') ?? '')?.[1];
    if (key === undefined)
      throw new Refusal(decisions.unauthenticated, 'send Authorization: Bearer <API_KEY> and X-Merchant-Id');
    const foreign = environment.name === 'sandbox' ? environments.live : environments.sandbox;
    if (key.startsWith(foreign.keyPrefix))
      throw new Refusal(
        refusals.wrongEnvironment,
        `this is the ${environment.name} environment; the key is for the other`,
      );
    const merchant = environment.apiKeys.get(key);
    if (merchant === undefined || header('x-merchant-id') !== merchant.id)
      throw new Refusal(decisions.unauthenticated, 'the API key and the merchant id are not known together');
    return merchant;
  },

  /** Sliding log: at most `limit` requests are admitted in any `windowMs`; refused ones do not count. */
  rateLimiter(limit, windowMs): RateLimiter {
    const admitted = new Float64Array(limit).fill(Number.NEGATIVE_INFINITY);
    let oldest = 0;
    return {
      admit(now) {
        const free = (admitted[oldest] ?? 0) + windowMs;
        if (free > now) return free - now;
        admitted[oldest] = now;
        oldest = (oldest + 1) % limit;
        return 0;
      },
    };
  },

  sameRequest({ endpoint, path, raw }) {
    return `${endpoint.method} ${path} ${createHash('sha256').update(raw).digest('base64')}`;
  },

  /** Keeps the first letter of each word and replaces the rest by three asterisks, whatever its length. */
  maskName(name) {
    return name
      .trim()
      .split(/\s+/u)
      .map((word) => {
        const [first = '', second] = [...word];
        return second === undefined ? '*' : `${first}***`;
      })
      .join(' ');
  },

  matchBank,

  /** Endpoints, behaviour rule 2. The query of `returnUrl` is kept. */
  redirectTo(returnUrl, reference, status) {
    const url = new URL(returnUrl);
    const added = `reference=${encodeURIComponent(reference)}&status=${encodeURIComponent(status)}`;
    url.search = url.search ? `${url.search}&${added}` : added;
    return url.href;
  },

  signV1: (secret, rawBody) => hmac(secret, rawBody),
  signV2: (secret, timestamp, rawBody) => hmac(secret, `${timestamp}.${rawBody}`),

  webhookHeaders: (rules, secret, timestamp, rawBody) => ({
    'content-type': 'application/json',
    'x-service-signature': rules.functions.signV1(secret, rawBody),
    'x-service-timestamp': timestamp,
    'x-service-signature-v2': rules.functions.signV2(secret, timestamp, rawBody),
  }),

  acknowledges: (status) => status >= 200 && status <= 299,
  nextAttempt: ({ gaps }, attempt) => gaps[Math.min(attempt, gaps.length) - 1],

  /** Endpoints, behaviour rule 9. In live no bank is connected, so any well-formed number is accepted. */
  cardRefusal(environment, card, now) {
    const number = card.number.replace(/[\s-]/g, '');
    if (!/^[0-9]{12,19}$/.test(number) || !passesLuhn(number)) return 'Check the card number.';
    if (environment === 'sandbox' && number !== '4242424242424242')
      return 'This card was declined. Use the test card 4242 4242 4242 4242.';
    const expiry = expiryEnd(card.expiry);
    if (expiry === null) return 'Give the expiry date as MM/YY.';
    if (expiry <= now) return 'This card has expired.';
    if (!/^[0-9]{3,4}$/.test(card.cvv.trim())) return 'The CVV has 3 or 4 digits.';
    return null;
  },

  mayPay: (escrow, email) =>
    escrow.buyerEmail === null || escrow.buyerEmail.toLowerCase() === email?.trim().toLowerCase(),

  linkOf(merchant, walletId) {
    for (const link of merchant.links.values())
      if (link.walletId === walletId && link.status === 'APPROVED') return link;
    return undefined;
  },

  changeAddress(merchant, webhookUrl) {
    merchant.webhookUrl = webhookUrl;
  },
  changeSecret(merchant, webhookSecret) {
    merchant.webhookSecret = webhookSecret;
  },
  deliveryList: (deliveries) =>
    deliveries.map(({ id, eventId, event, reference, state, attempts, payload }) => {
      return { id, eventId, event, reference, state, attempts, payload };
    }),
  resent: ({ eventId, event, reference, payload }) => ({ eventId, event, reference, payload }),

  eventId: (newId) => newId('evt_'),
  payload: (event) => JSON.stringify(event),
  attemptBody: (payload) => payload,
  finish: null,
};

function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text, 'utf8').digest('hex');
}

/** The first millisecond after the month of expiry, or null if the text is not a month. */
function expiryEnd(text: string): number | null {
  const parts = /^\s*(\d{1,2})\s*[/.-]?\s*(\d{4}|\d{2})\s*$/.exec(text);
  const yearFirst = /^\s*(\d{4})-(\d{2})\s*$/.exec(text);
  const month = Number(yearFirst?.[2] ?? parts?.[1]);
  const year = Number(yearFirst?.[1] ?? parts?.[2]);
  if (!(month >= 1 && month <= 12) || Number.isNaN(year)) return null;
  return Date.UTC(year < 100 ? 2000 + year : year, month);
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
