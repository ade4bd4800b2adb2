import type { Exchange } from '../../../engine/http/index.ts';
import type { MerchantKeys } from '../../../engine/run/target.ts';
import type { Api } from '../../../interface/actors/endpoints.ts';
import { field } from '../../../interface/actors/merchant.ts';
import { adviseAddress, type StatusAt, slipIn } from './base-address.ts';
import type { Report } from './report.ts';

/** A merchant with the prefix of its settings: TARGET_, TARGET_OTHER_ or TARGET_LIVE_. */
export interface Named {
  readonly subject: string;
  readonly prefix: 'TARGET_' | 'TARGET_OTHER_' | 'TARGET_LIVE_';
  readonly keys: MerchantKeys;
  /** In the settings; otherwise the merchant was made through control. */
  readonly given: boolean;
  readonly baseUrl: string;
}

/** Statuses of an endpoint that exists and does not work yet; a gateway's 502 to 504 may come from a wrong address. */
export const UNFINISHED: readonly number[] = [500, 501];

/** Checks with GET requests only that key and merchant id are accepted. Returns whether the merchant can be used. */
export async function examineKeys(report: Report, api: Api, named: Named, statusAt: StatusAt): Promise<boolean> {
  const { subject, prefix, given, baseUrl } = named;
  const key = `${prefix}API_KEY`;
  const pair = given ? `${key} and ${prefix}MERCHANT_ID` : 'the merchant that control made';
  const balance = await asked(api, '/v1/balance');
  if (typeof balance === 'string') {
    report.tell('wrong', subject, `no answer: ${balance}`);
    return false;
  }
  const said = inShort(balance);
  if (isFine(balance)) {
    report.tell('fine', subject, `${given ? `${pair} are accepted` : `${pair} is accepted`} at ${baseUrl}`);
    expectPrefix(report, named);
    return true;
  }
  if (field(balance.json, 'error.code') === 'wrong_environment') {
    report.tell(
      'wrong',
      subject,
      `${key} belongs to the other environment (${said})`,
      `a key of ${baseUrl} for ${key}`,
    );
    return false;
  }
  if (balance.status === 401 || balance.status === 403) {
    report.tell(
      'wrong',
      subject,
      `${pair} are not accepted (${said})`,
      'the key and the merchant id of one merchant, as the console shows them',
      ...slips(named),
    );
    return false;
  }
  if (balance.status === 429) {
    report.tell(
      'warning',
      subject,
      `the limit of this key is used up (${said}): others use it too, or a run has just ended`,
    );
    return true;
  }
  const banks = await asked(api, '/v1/banks');
  if (typeof banks !== 'string' && isFine(banks)) {
    report.tell('warning', subject, `GET /v1/balance is answered ${said}, but /v1/banks takes ${pair}`);
    return true;
  }
  if (UNFINISHED.includes(balance.status)) {
    const unknown = `whether ${given ? `${pair} are` : `${pair} is`} accepted is seen in the run`;
    report.tell('warning', subject, `GET /v1/balance is answered ${said}: ${unknown}`);
    return true;
  }
  report.tell(
    'wrong',
    subject,
    `GET /v1/balance is answered ${said}`,
    await adviseAddress(prefix === 'TARGET_LIVE_' ? 'TARGET_LIVE_BASE_URL' : 'TARGET_BASE_URL', baseUrl, statusAt),
  );
  return false;
}

function slips({ prefix, keys }: Named): string[] {
  const values = [
    [`${prefix}API_KEY`, keys.apiKey],
    [`${prefix}MERCHANT_ID`, keys.merchantId],
  ] as const;
  return values.flatMap(([name, value]) => {
    const slip = slipIn(value);
    return slip === null ? [] : [`${name} ${slip}`];
  });
}

async function asked(api: Api, path: string): Promise<Exchange | string> {
  return await api
    .request({ method: 'GET', path, onRateLimited: 'return' })
    .catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
}

function isFine({ status }: Exchange): boolean {
  return status >= 200 && status < 300;
}

function inShort({ status, json }: Exchange): string {
  const code = field(json, 'error.code');
  return typeof code === 'string' ? `${status} ${code.slice(0, 60)}` : String(status);
}

/**
 * Authentication: what keys and merchant ids begin with. The suites judge that; here another prefix may show that settings were mixed up.
 */
function expectPrefix(report: Report, { subject, prefix, keys }: Named): void {
  const kind = prefix === 'TARGET_LIVE_' ? 'live' : 'test';
  const odd = [
    ...(keys.apiKey.startsWith(`svc_${kind}_sk_`) ? [] : [`${prefix}API_KEY does not begin with svc_${kind}_sk_`]),
    ...(keys.merchantId.startsWith(`mch_${kind}_`) ? [] : [`${prefix}MERCHANT_ID does not begin with mch_${kind}_`]),
  ];
  if (odd.length > 0) report.tell('warning', subject, odd.join(', '));
}
