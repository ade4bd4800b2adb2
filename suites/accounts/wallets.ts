import {
  Blocked,
  type Exchange,
  expect,
  field,
  type Given,
  observation,
  requirement,
  summary,
} from '../../lib/harness/index.ts';

requirement('account.known-wallet', 'the sandbox wallet 0000000001 is answered', async ({ merchant }) => {
  const answer = await merchant.api.getAccount('0000000001');

  expect(answer).toHaveStatus(200);
  expect(answer.json).toEqual(expect.any(Object));
  expect(answer.json).not.toBeInstanceOf(Array);
});

requirement('account.holder-name-masked', 'a masked form of Quentin Vazquez is there', async (given) => {
  const { json } = await accountOf('Quentin Vazquez', given);

  const masked = textsIn(json).filter((text) => isMasked(text, 'Quentin Vazquez'));
  expect(masked.length, `names in masked form in ${JSON.stringify(json)}`).toBeGreaterThan(0);
});

requirement('account.holder-name-masked', 'Quentin and Vazquez are not both there in full', async (given) => {
  const { text } = await accountOf('Quentin Vazquez', given);

  const names = ['quentin', 'vazquez'].filter((name) => text.toLowerCase().includes(name));
  expect(names, `names in full in ${text}`).not.toEqual(['quentin', 'vazquez']);
});

requirement('account.tells-existence', 'a wallet just made, and one that nobody made', async (given) => {
  const { live, wallets, fresh } = given;
  const known = await wallets.make({ environment: 'live' });
  const unknown = { walletId: fresh.walletId() };

  const answers = await Promise.all(
    [known, unknown].map(async ({ walletId }) => {
      const { status, text } = await live.api.getAccount(walletId);
      return `${status} ${text.replaceAll(walletId, 'the wallet')}`;
    }),
  );

  expect(answers[1]).not.toBe(answers[0]);
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
