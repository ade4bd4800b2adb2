import type { RequirementId } from '../../register/index.ts';
import type { Exchange } from '../events.ts';
import type { Violation } from '../things.ts';

// "`GET /v1/banks` lists Nigerian banks and their codes. The response shape of the list: not shown, except that each bank has a `code`."

export const bankRows = {
  listed: 'bank.has-code',
  differing: 'bank.codes-differ',
} as const satisfies Record<string, RequirementId>;

export function bankViolations({ method, path, status, json, credentials, said, id }: Exchange): Violation[] {
  if (method !== 'GET' || path.join('/') !== 'banks' || credentials !== 'own' || status !== 200) return [];
  // An answer of which the record does not hold the whole says nothing.
  if (said === null) return [];
  const tell = (requirement: RequirementId, what: string, allowed: string) => [
    { requirement, subject: 'GET /v1/banks', history: [], what, allowed, exchanges: [id], webhooks: [] },
  ];
  const banks = banksIn(json);
  const bare = banks.find(({ code }) => !(typeof code === 'number' || (typeof code === 'string' && /\S/.test(code))));
  if (banks.length === 0) return tell(bankRows.listed, 'lists no object with a `code`', 'at least one bank');
  if (bare !== undefined)
    return tell(bankRows.listed, `lists ${JSON.stringify(bare).slice(0, 160)}`, 'a `code` that is not empty');
  // One bank may stand in several lists of one answer.
  const codes = [...new Set(banks.map((bank) => JSON.stringify(bank)))].map((each) => String(JSON.parse(each).code));
  const twice = codes.find((code, at) => codes.indexOf(code) !== at);
  return twice === undefined
    ? []
    : tell(bankRows.differing, `lists several banks with the code ${twice}`, 'one of each');
}

/** Every object with a `code`, wherever it is. */
function banksIn(json: unknown): Record<string, unknown>[] {
  if (typeof json !== 'object' || json === null) return [];
  const inside = Object.values(json).flatMap(banksIn);
  return !Array.isArray(json) && 'code' in json ? [json as Record<string, unknown>, ...inside] : inside;
}
