import type { CallOptions, CheckContext, Merchant, RequirementId } from '../../lib/interface/index.ts';
import { changedAt, otherCase, unknownKey, unknownMerchant } from './support.ts';

/** The credentials of a merchant, which its requests carry. */
export type Owner = Pick<Merchant, 'access' | 'present'>;

/** The requesting merchant, and another one of its environment. */
export type Owners = Pick<CheckContext, 'data' | 'hides'> & { readonly merchant: Owner; readonly other: Owner };

/** A way of sending wrong credentials, and the requirement that it is refused. */
export interface Way {
  readonly id: RequirementId;
  readonly name: string;
  readonly needs?: readonly ['other-merchant'];
  options(owners: Owners): CallOptions;
}

const authorization = (value: string | null): CallOptions => ({ headers: { Authorization: value } });
const keyOf = ({ merchant }: Owners) => merchant.access.apiKey;
const idOf = ({ merchant }: Owners) => merchant.access.merchantId;

const prefixOf = ({ merchant }: Owners) => (merchant.access.environment === 'live' ? 'live' : 'test');
const neverIssuedKey = (owners: Owners) => unknownKey(owners, prefixOf(owners));
const neverIssuedId = (owners: Owners) => unknownMerchant(owners, prefixOf(owners));

/** The call options of this way, once the merchants whose keys and ids it uses exist. */
export async function optionsOf({ needs, options }: Way, context: Owners): Promise<CallOptions> {
  await context.merchant.present();
  if (needs !== undefined) await context.other.present();
  return options(context);
}

/** The text with the prefix of the other environment. */
function otherEnvironment(text: string): string {
  return text.replace(/_(test|live)_/, (_, own) => (own === 'test' ? '_live_' : '_test_'));
}

function missing(name: string, options: Way['options']): Way {
  return { id: 'auth.missing-key-refused', name, options };
}

/** A key derived from the merchant's own that was never issued; if nothing of it changes, another one that was never issued. */
function madeUp(name: string, make: (key: string) => string): Way {
  return {
    id: 'auth.unknown-key-refused',
    name,
    options: (context) => {
      const apiKey = make(keyOf(context));
      if (apiKey === keyOf(context)) return neverIssuedKey(context);
      // A key that contains the merchant's own key is masked anyway.
      if (!apiKey.includes(keyOf(context)) && apiKey.length > 12) context.hides(apiKey, 'TARGET_API_KEY_CHANGED');
      return { credentials: { apiKey } };
    },
  };
}

/** A webhook secret is not a key, whichever merchant's it is; if it is unknown, uses a key that was never issued. */
function secretAsKey(name: string, whose: (owners: Owners) => Owner): Way {
  return {
    id: 'auth.unknown-key-refused',
    name,
    options: (context) => {
      const { webhookSecret } = whose(context).access;
      return webhookSecret === null ? neverIssuedKey(context) : { credentials: { apiKey: webhookSecret } };
    },
  };
}

function otherId(name: string, make: (id: string) => string): Way {
  return {
    id: 'auth.unknown-merchant-refused',
    name,
    options: (context) => {
      const merchantId = make(idOf(context));
      return merchantId === idOf(context) ? neverIssuedId(context) : { credentials: { merchantId } };
    },
  };
}

/** The ways that every endpoint is tested with, each the most important one of its kind. */
export const classicWays: readonly Way[] = [
  missing('no Authorization', () => authorization(null)),
  { id: 'auth.unknown-key-refused', name: 'a key that was never issued', options: neverIssuedKey },
  {
    id: 'auth.missing-merchant-refused',
    name: 'no X-Merchant-Id',
    options: () => ({ headers: { 'X-Merchant-Id': null } }),
  },
  { id: 'auth.unknown-merchant-refused', name: 'a merchant id that was never issued', options: neverIssuedId },
  {
    id: 'auth.other-merchants-id-refused',
    name: "another merchant's id",
    needs: ['other-merchant'],
    options: ({ other }) => ({ credentials: { merchantId: other.access.merchantId } }),
  },
  {
    id: 'auth.other-merchants-id-refused',
    name: "another merchant's key",
    needs: ['other-merchant'],
    options: ({ other }) => ({ credentials: { apiKey: other.access.apiKey } }),
  },
  missing('the scheme Basic with the key', (context) => authorization(`Basic ${keyOf(context)}`)),
  missing('a key without a scheme', (context) => authorization(keyOf(context))),
  madeUp('the key with one more letter', (key) => `${key}x`),
  madeUp('the key with its letters in the other case', (key) => `${key.slice(0, 12)}${otherCase(key.slice(12))}`),
  otherId('the merchant id with its letters in the other case', (id) => `${id.slice(0, 9)}${otherCase(id.slice(9))}`),
];

/** All ways, the classic ones first. The scheme in lower case is not one of them: HTTP permits it. */
export const ways: readonly Way[] = [
  ...classicWays,
  missing('an empty Authorization', () => authorization('')),
  missing('a scheme without a key', () => authorization('Bearer')),
  missing('a key right behind the scheme', (context) => authorization(`Bearer${keyOf(context)}`)),
  missing('the scheme Basic with id and key', (context) =>
    authorization(`Basic ${btoa(`${idOf(context)}:${keyOf(context)}`)}`),
  ),
  missing('a word behind the key', (context) => authorization(`Bearer ${keyOf(context)} key`)),
  missing('the scheme Token', (context) => authorization(`Token ${keyOf(context)}`)),
  missing('the merchant id as key', (context) => authorization(`Bearer ${idOf(context)}`)),
  madeUp('the key with a letter before it', (key) => `x${key}`),
  madeUp('the key without its last letter', (key) => key.slice(0, -1)),
  madeUp('half of the key', (key) => key.slice(0, Math.ceil(key.length / 2))),
  madeUp('the prefix of the key alone', (key) => key.slice(0, 12)),
  madeUp('the key with another last letter', (key) => changedAt(key, -1)),
  madeUp('the key with another letter in its middle', (key) => changedAt(key, Math.ceil(key.length / 2) + 3)),
  madeUp('the key with the first letter behind its prefix changed', (key) => changedAt(key, 12)),
  madeUp('the key with the prefix of the other environment', otherEnvironment),
  madeUp('the key twice', (key) => `${key}${key}`),
  secretAsKey('the webhook secret as key', ({ merchant }) => merchant),
  { ...secretAsKey("another merchant's webhook secret as key", ({ other }) => other), needs: ['other-merchant'] },
  {
    id: 'auth.missing-merchant-refused',
    name: 'an empty X-Merchant-Id',
    options: () => ({ headers: { 'X-Merchant-Id': '' } }),
  },
  otherId('the merchant id with one more letter', (id) => `${id}x`),
  otherId('the merchant id with a letter before it', (id) => `x${id}`),
  otherId('the merchant id without its last letter', (id) => id.slice(0, -1)),
  otherId('the merchant id with another last letter', (id) => changedAt(id, -1)),
  otherId('the prefix of the merchant id alone', (id) => id.slice(0, 9)),
  otherId('the merchant id with the prefix of the other environment', otherEnvironment),
];

/** The text with this sign in place of its last other one: a key may end with the sign itself. */
const ending = (text: string, sign: string) => {
  const last = [...text].findLastIndex((each) => each !== sign);
  return `${text.slice(0, last)}${sign}${text.slice(last + 1)}`;
};

/**
 * Signs that stand for any other in patterns of SQL, of files and of regular expressions, in place of a part of the own key or id: to a
 * service that compares texts they are signs as any other.
 */
export const patterns: readonly Way[] = [
  madeUp('an underscore in place of the last letter of the key', (key) => ending(key, '_')),
  madeUp('a percent sign behind the prefix of the key', (key) => `${key.slice(0, 12)}%`),
  madeUp('a star behind the prefix of the key', (key) => `${key.slice(0, 12)}*`),
  madeUp('a question mark in place of the last letter of the key', (key) => ending(key, '?')),
  madeUp('a point and a star behind the prefix of the key', (key) => `${key.slice(0, 12)}.*`),
  otherId('an underscore in place of the last letter of the merchant id', (id) => ending(id, '_')),
  otherId('a percent sign behind the prefix of the merchant id', (id) => `${id.slice(0, 9)}%`),
  otherId('a star behind the prefix of the merchant id', (id) => `${id.slice(0, 9)}*`),
];

const within = (text: string, prefix: number, sign: string) => {
  const at = Math.ceil((prefix + text.length) / 2);
  return `${text.slice(0, at)}${sign}${text.slice(at)}`;
};

/** Signs that decoders of Base64, of hexadecimal digits or of UUIDs pass over: with one more it is another text, which was never issued. */
export const passedOver: readonly Way[] = [
  madeUp('the key with a full stop behind it', (key) => `${key}.`),
  madeUp('the key with an equals sign behind it', (key) => `${key}=`),
  madeUp('the key with a colon in its middle', (key) => within(key, 12, ':')),
  madeUp('the key with a hyphen in its middle', (key) => within(key, 12, '-')),
  otherId('the merchant id with a full stop behind it', (id) => `${id}.`),
  otherId('the merchant id with a hyphen in its middle', (id) => within(id, 9, '-')),
];
