import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { z } from 'zod';
import { withoutUserInfo } from '../../engine/http/network/address.ts';
import type { NetworkSettings } from '../../engine/http/network/route.ts';
import {
  type BrowserSettings,
  type CaptureSettings,
  type MerchantKeys,
  SettingsError,
} from '../../engine/run/target.ts';
import { parseDuration } from '../../engine/time/duration.ts';
import type { PageSelectors } from '../pages/page-survey.ts';
import { type SettingName, settingsHelp, wrongName } from './setting-names.ts';

export { type SettingName, settingRows, settingsHelp } from './setting-names.ts';

/** What the suite knows of a target before it sends anything; all of it comes from settings. */
export interface Settings {
  /** Sandbox base address without a trailing slash; null: start the embedded reference. */
  readonly baseUrl: string | null;
  readonly merchant: MerchantKeys | null;
  readonly other: Omit<MerchantKeys, 'webhookSecret'> | null;
  readonly live: { readonly baseUrl: string; readonly merchant: MerchantKeys | null } | null;
  readonly control: { readonly url: string; readonly token: string | null } | null;
  readonly capture: CaptureSettings;
  /** Requests per minute and API key; null: not set. */
  readonly rateLimit: number | null;
  /** The longest real wait of one check, in seconds. */
  readonly maxWait: number;
  readonly pages: PageSettings;
  /** Address of the interface document; null: reports have no links to it. */
  readonly interfaceUrl: string | null;
  readonly network: NetworkSettings;
}

/** How hosted pages are opened and filled in. Usually none of it has to be set. */
export interface PageSettings extends BrowserSettings {
  readonly buyerEmail: string | null;
  readonly buyerPassword: string | null;
  readonly selectors: PageSelectors;
}

/**
 * Reads the settings from an environment. `reference`: the embedded reference was requested explicitly. Where `CI` is
 * set it is never certified otherwise, because a missing setting would then pass the gate. Throws SettingsError with
 * one line.
 */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
  { reference = false }: { readonly reference?: boolean } = {},
): Settings {
  const wrong = wrongName(env);
  if (wrong !== null) throw new SettingsError(wrong);
  const get = (name: SettingName) => {
    // Proxy variables are often written in lower case.
    const value =
      (/^[A-Z]+_PROXY$/.test(name) && !name.startsWith('TARGET_') ? env[name.toLowerCase()] : undefined) ?? env[name];
    const trimmed = value?.trim();
    return trimmed === undefined || trimmed === '' ? null : trimmed;
  };
  const baseUrl = address(get, 'TARGET_BASE_URL');
  const liveUrl = address(get, 'TARGET_LIVE_BASE_URL');
  const controlUrl = address(get, 'TARGET_CONTROL_URL');
  const merchant = pair(get, 'TARGET_API_KEY', 'TARGET_MERCHANT_ID');
  const other = pair(get, 'TARGET_OTHER_API_KEY', 'TARGET_OTHER_MERCHANT_ID');
  const liveMerchant = pair(get, 'TARGET_LIVE_API_KEY', 'TARGET_LIVE_MERCHANT_ID');

  // Authentication: the prefix of a key states its environment, so a key of the other environment is a mix-up. Any
  // other unexpected prefix, and any prefix of a merchant id, is for the suites to report.
  for (const name of ['TARGET_API_KEY', 'TARGET_OTHER_API_KEY'] as const) {
    if (get(name)?.startsWith('svc_live_sk_'))
      throw new SettingsError(`${name} starts with svc_live_sk_: it belongs to live`);
  }
  if (get('TARGET_LIVE_API_KEY')?.startsWith('svc_test_sk_')) {
    throw new SettingsError('TARGET_LIVE_API_KEY starts with svc_test_sk_: it belongs to the sandbox');
  }
  if (baseUrl === null) {
    const stray = (Object.keys(settingsHelp) as SettingName[]).find(
      (name) => settingsHelp[name][2] === 'own' && get(name) !== null,
    );
    if (stray !== undefined) throw new SettingsError(`${stray} is set, but TARGET_BASE_URL is not`);
    if (!reference && inCi(env)) {
      throw new SettingsError('TARGET_BASE_URL is not set; in CI the embedded reference is used only with --reference');
    }
  } else if (reference) {
    throw new SettingsError('--reference asks for the embedded reference, but TARGET_BASE_URL is set');
  } else if (merchant === null && controlUrl === null) {
    throw new SettingsError(
      'TARGET_API_KEY and TARGET_MERCHANT_ID are missing, and without TARGET_CONTROL_URL no merchant can be made',
    );
  }
  if (merchant === null && get('TARGET_WEBHOOK_SECRET') !== null) {
    throw new SettingsError('TARGET_WEBHOOK_SECRET is set, but TARGET_API_KEY and TARGET_MERCHANT_ID are missing');
  }
  if (liveUrl === null && (liveMerchant !== null || get('TARGET_LIVE_WEBHOOK_SECRET') !== null)) {
    throw new SettingsError('a live merchant is given, but TARGET_LIVE_BASE_URL is not');
  }
  if (liveMerchant === null && get('TARGET_LIVE_WEBHOOK_SECRET') !== null) {
    throw new SettingsError(
      'TARGET_LIVE_WEBHOOK_SECRET is set, but TARGET_LIVE_API_KEY and TARGET_LIVE_MERCHANT_ID are missing',
    );
  }
  if (liveUrl !== null && liveUrl === baseUrl) {
    throw new SettingsError('TARGET_BASE_URL and TARGET_LIVE_BASE_URL are the same address');
  }
  if (merchant !== null && merchant.apiKey === other?.apiKey) {
    throw new SettingsError('TARGET_API_KEY and TARGET_OTHER_API_KEY are the same key');
  }
  if (controlUrl === null && get('TARGET_CONTROL_TOKEN') !== null) {
    throw new SettingsError('TARGET_CONTROL_TOKEN is set, but TARGET_CONTROL_URL is not');
  }

  const rateLimit = get('TARGET_RATE_LIMIT');
  return {
    baseUrl,
    merchant: merchant && { ...merchant, webhookSecret: get('TARGET_WEBHOOK_SECRET') },
    other,
    live:
      liveUrl === null
        ? null
        : {
            baseUrl: liveUrl,
            merchant: liveMerchant && { ...liveMerchant, webhookSecret: get('TARGET_LIVE_WEBHOOK_SECRET') },
          },
    control: controlUrl === null ? null : { url: controlUrl, token: get('TARGET_CONTROL_TOKEN') },
    capture: { ...listen(get('CAPTURE_LISTEN') ?? '127.0.0.1:0'), publicUrl: address(get, 'CAPTURE_PUBLIC_URL') },
    rateLimit: rateLimit === null ? null : wholeNumber('TARGET_RATE_LIMIT', rateLimit),
    maxWait: duration('TARGET_MAX_WAIT', get('TARGET_MAX_WAIT') ?? '120s'),
    pages: {
      browserPath: get('BROWSER_PATH'),
      hosts: (get('PAGE_HOSTS') ?? '').split(/[\s,]+/).filter((host) => host !== ''),
      buyerEmail: get('PAGE_BUYER_EMAIL'),
      buyerPassword: get('PAGE_BUYER_PASSWORD'),
      selectors: {
        cardNumber: get('PAGE_CARD_NUMBER'),
        cardExpiry: get('PAGE_CARD_EXPIRY'),
        cardCvv: get('PAGE_CARD_CVV'),
        payButton: get('PAGE_PAY_BUTTON'),
        escrowPayButton: get('PAGE_ESCROW_PAY_BUTTON'),
      },
    },
    interfaceUrl: address(get, 'INTERFACE_URL'),
    network: {
      ca: certificates(get('TARGET_CA')),
      proxies: {
        all: proxy(get, 'TARGET_PROXY'),
        http: proxy(get, 'HTTP_PROXY'),
        https: proxy(get, 'HTTPS_PROXY'),
        except: get('NO_PROXY') ?? '',
      },
      timeoutMs: 1_000 * positive('TARGET_TIMEOUT', get('TARGET_TIMEOUT') ?? '15s'),
    },
  };
}

type Get = (name: SettingName) => string | null;

function inCi({ CI = '' }: Readonly<Record<string, string | undefined>>): boolean {
  return !['', 'false', '0'].includes(CI.trim().toLowerCase());
}

function address(get: Get, name: SettingName): string | null {
  const value = get(name);
  if (value === null) return null;
  const parsed = z.url({ protocol: /^https?$/ }).safeParse(value);
  if (!parsed.success) throw new SettingsError(`${name} is not an http or https address: ${withoutUserInfo(value)}`);
  const url = new URL(value);
  if (url.username !== '' || url.password !== '') throw new SettingsError(`${name} must not carry a user or password`);
  if (name === 'CAPTURE_PUBLIC_URL') return value;
  if (url.search !== '' || url.hash !== '') throw new SettingsError(`${name} must end with its path, without ? or #`);
  return value.replace(/\/+$/, '');
}

/** Its address may contain a password, so it is never shown. */
function proxy(get: Get, name: SettingName): string | null {
  const value = get(name);
  if (value === null) return null;
  // As in curl, a proxy needs no scheme.
  const url = URL.parse(value.includes('://') ? value : `http://${value}`);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new SettingsError(`${name} is not the address of an http proxy`);
  return url.href;
}

/** The content of the file. Throws SettingsError where it cannot be used. */
function certificates(file: string | null): string | null {
  if (file === null) return null;
  try {
    const pem = readFileSync(file, 'utf8');
    if (!pem.includes('-----BEGIN CERTIFICATE-----')) throw new Error('it holds no certificate in PEM');
    createSecureContext({ ca: pem });
    return pem;
  } catch (error) {
    const words =
      error instanceof Error ? ('code' in error && error.code === 'ENOENT' ? 'no such file' : error.message) : '';
    throw new SettingsError(`TARGET_CA: ${file} cannot be used (${words.split('\n')[0]})`);
  }
}

function pair(get: Get, keyName: SettingName, idName: SettingName) {
  const apiKey = get(keyName);
  const merchantId = get(idName);
  if (apiKey === null && merchantId === null) return null;
  if (apiKey === null) throw new SettingsError(`${idName} is set, but ${keyName} is missing: give both or neither`);
  if (merchantId === null) throw new SettingsError(`${keyName} is set, but ${idName} is missing: give both or neither`);
  for (const [name, value] of [
    [keyName, apiKey],
    [idName, merchantId],
  ] as const) {
    // What was copied along with it has blanks in it, which no header would show.
    if (/^bearer\s/i.test(value)) throw new SettingsError(`${name} begins with "Bearer", which is no part of it`);
    if (!/^[\x21-\x7e]+$/.test(value)) throw new SettingsError(`${name} has characters that no header can carry`);
  }
  // Reports show ids everywhere and keys nowhere.
  if (looksLikeKey(merchantId))
    throw new SettingsError(`${idName} looks like an API key: is it swapped with ${keyName}?`);
  return { apiKey, merchantId };
}

/** Whether it begins as keys do (Authentication). */
export function looksLikeKey(merchantId: string): boolean {
  return /^svc_\w*sk_/i.test(merchantId);
}

function listen(value: string): { host: string; port: number } {
  const match = /^(\[[0-9a-fA-F:]+\]|[^:\s]+):(\d{1,5})$/.exec(value);
  const port = Number(match?.[2]);
  if (match?.[1] === undefined || port > 65_535) {
    throw new SettingsError(`CAPTURE_LISTEN is not host:port: ${withoutUserInfo(value)}`);
  }
  return { host: match[1].replace(/^\[|\]$/g, ''), port };
}

function wholeNumber(name: SettingName, value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1)
    throw new SettingsError(`${name} is not a whole number above 0: ${value}`);
  return number;
}

/** A duration in seconds, above 0. */
function positive(name: SettingName, value: string): number {
  return duration(name, Number.parseFloat(value) > 0 ? value : `none (${value})`);
}

/** A duration in seconds. */
export function duration(name: string, value: string): number {
  const parsed = parseDuration(value);
  if (parsed === undefined)
    throw new SettingsError(`${name} is not a length of time such as 90, 90s, 15m or 25h: ${value}`);
  return parsed;
}
