import {
  Blocked,
  derivation,
  type Exchange,
  type ExchangeView,
  expect,
  field,
  type Given,
  observation,
  of,
  part,
  requirement,
  summary,
} from '../../lib/harness/index.ts';

requirement('account.known-wallet', 'the sandbox wallet 0000000001 is answered', async ({ merchant }) => {
  const answer = await merchant.api.getAccount('0000000001');

  expect(answer).toHaveStatus(200);
  expect(of(answer)).toBeA('object');
});

requirement('account.holder-name-masked', 'a masked form of Quentin Vazquez is there', async (given) => {
  const answer = await accountOf('Quentin Vazquez', given);

  expect(maskedForms(of(answer), 'Quentin Vazquez'), `names in masked form in ${answer.text}`).not.toBeEmpty();
});

requirement('account.holder-name-masked', 'Quentin and Vazquez are not both there in full', async (given) => {
  const answer = await accountOf('Quentin Vazquez', given);

  const names = wordsIn(part(answer, 'text'), ['quentin', 'vazquez']);
  expect(names, `names in full in ${answer.text}`).not.toEqual(['quentin', 'vazquez']);
});

requirement('account.tells-existence', 'a wallet just made, and one that nobody made', async (given) => {
  const { live, wallets, fresh } = given;
  const known = await wallets.make({ environment: 'live' });
  const unknown = { walletId: fresh.walletId() };

  const one = await live.api.getAccount(known.walletId);
  const other = await live.api.getAccount(unknown.walletId);

  expect(saidOf(other, unknown.walletId)).not.toBe(saidOf(one, known.walletId));
});

observation('account.response-fields', async ({ merchant }) => {
  const { json } = await merchant.api.getAccount('0000000001');
  return Object.entries(Object(json))
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ');
});

observation('account.unknown-wallet', async ({ merchant, fresh }) => {
  const answer = await merchant.api.getAccount(fresh.walletId());
  const fields = field(answer.json, 'error') === undefined ? ` ${answer.text.slice(0, 120)}` : '';
  return `${summary(answer)}${fields}`;
});

/** What is answered, whichever wallet it is about. */
const saidOf = derivation(
  'what is said of a wallet',
  ({ status, text }: ExchangeView, walletId: string) => `${status} ${text.replaceAll(walletId, 'the wallet')}`,
);

const wordsIn = derivation('words in a text', (text: string, words: readonly string[]) =>
  words.filter((word) => text.toLowerCase().includes(word)),
);

const maskedForms = derivation('masked forms of a name', (json: unknown, name: string) =>
  textsIn(json).filter((text) => isMasked(text, name)),
);

/** A step: the answer for a wallet whose holder has this name. */
async function accountOf(holderName: string, { merchant, wallets }: Given): Promise<Exchange> {
  const { walletId } = await wallets.make({ holderName });
  const answer = await merchant.api.getAccount(walletId);
  if (answer.status !== 200) throw new Blocked(`the wallet should have been found; got ${summary(answer)}`);
  return answer;
}

/** Every string in a JSON value. */
function textsIn(json: unknown): string[] {
  if (typeof json === 'string') return [json];
  return typeof json === 'object' && json !== null ? Object.values(json).flatMap(textsIn) : [];
}

/**
 * Whether a text can be a masked form of a name, whatever the mask: `Q***** V*****`, `Que**** Vaz****`, `QXXXXXX V.`, `V****, Q****`
 * or nothing but signs. What is left of the name comes in its order, first name or last name first; `x` counts as a sign.
 */
function isMasked(text: string, name: string): boolean {
  if (/[0-9]/.test(text) || !/[\p{L}*•●.…#_-]/u.test(text)) return false;
  const left = text.toLowerCase().replace(/[^\p{L}]|x/gu, '');
  const words = name.toLowerCase().split(' ');
  return [words, words.toReversed()].some((order) => isWithin(left, order.join('')));
}

/** Whether the letters of `part` are found in `whole` in this order. */
function isWithin(part: string, whole: string): boolean {
  let from = 0;
  return [...part].every((letter) => {
    from = whole.indexOf(letter, from) + 1;
    return from > 0;
  });
}
