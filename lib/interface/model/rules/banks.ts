import type { RequirementId } from '../../register/index.ts';
import { banksIn } from '../../wire/banks.ts';
import { type Exchange, objectOf, textIn } from '../events.ts';
import type { Rule, Violation } from '../model-object.ts';
import type { ModelState } from '../model-state.ts';
import { isCertainlyValidBody } from './requests/certainly-valid.ts';

// "`GET /v1/banks` lists Nigerian banks and their codes. The response shape of the list: not shown, except that each bank has a `code`."

export const bankRows = {
  listed: 'bank.has-code',
  differing: 'bank.codes-differ',
  matched: 'payout.listed-bank-accepted',
} as const satisfies Record<string, RequirementId>;

export function bankViolations({ method, path, status, json, credentials, said, id }: Exchange): Violation[] {
  if (method !== 'GET' || path.join('/') !== 'banks' || credentials !== 'own' || status !== 200) return [];
  // If the record holds only a part of the response, nothing is concluded.
  if (said === null) return [];
  const tell = (requirement: RequirementId, what: string, allowed: string) => [
    { requirement, subject: 'GET /v1/banks', history: [], what, allowed, exchanges: [id], webhooks: [] },
  ];
  const banks = banksIn(json);
  const codeless = banks.find(
    ({ code }) => !(typeof code === 'number' || (typeof code === 'string' && /\S/.test(code))),
  );
  if (banks.length === 0) return tell(bankRows.listed, 'lists no object with a `code`', 'at least one bank');
  if (codeless !== undefined)
    return tell(bankRows.listed, `lists ${JSON.stringify(codeless).slice(0, 160)}`, 'a `code` that is not empty');
  // One response may contain the same bank in several lists.
  const codes = [...new Set(banks.map((bank) => JSON.stringify(bank)))].map((each) => String(JSON.parse(each).code));
  const repeated = codes.find((code, at) => codes.indexOf(code) !== at);
  return repeated === undefined
    ? []
    : tell(bankRows.differing, `lists several banks with the code ${repeated}`, 'one of each');
}

/** "A bank name that cannot be matched": a name from this target's own list can be. */
export class ListedBanks implements Rule {
  readonly #model: ModelState;
  /** By environment and name: when, by our clock, a list with this name was first answered. */
  readonly #listed = new Map<string, number>();

  constructor(model: ModelState) {
    this.#model = model;
  }

  onResponse(exchange: Exchange): Violation[] {
    const { method, path, status, json, credentials, environment, ended, began, code, id, body } = exchange;
    if (credentials !== 'own') return [];
    if (method === 'GET' && path.join('/') === 'banks' && status === 200)
      for (const name of namesIn(json)) {
        const key = `${environment} ${name}`;
        if (!this.#listed.has(key)) this.#listed.set(key, ended);
      }
    if (method !== 'POST' || path.join('/') !== 'payouts' || code !== 'unsupported_bank') return [];
    const recipient = objectOf(objectOf(body)?.recipient);
    const name = textIn(recipient, 'bankName') ?? '';
    const since = this.#listed.get(`${environment} ${name}`) ?? Number.POSITIVE_INFINITY;
    // "Whether `bankCode` is accepted, optional, or changes the matching: not shown."
    if (since > began || recipient?.bankCode !== undefined || !isCertainlyValidBody(exchange)) return [];
    if (this.#model.repeatsRefusal(exchange)) return [];
    const what = `was refused with unsupported_bank for ${JSON.stringify(name)}, which GET /v1/banks lists`;
    const allowed = 'a bank of the list is matched';
    return [
      {
        requirement: bankRows.matched,
        subject: 'POST /v1/payouts',
        history: [],
        what,
        allowed,
        exchanges: [id],
        webhooks: [],
      },
    ];
  }
}

/** The bank names of a list: the texts of its one field that is called a name, label or title. Empty where that field is ambiguous. */
function namesIn(json: unknown): string[] {
  const banks = banksIn(json);
  const fields = new Set(banks.flatMap((bank) => Object.keys(bank)).filter((key) => /name|label|title/i.test(key)));
  const [field = '', ...more] = fields;
  return more.length > 0 ? [] : banks.flatMap((bank) => textIn(bank, field) ?? []);
}
