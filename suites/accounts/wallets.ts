import {
  Blocked,
  type CheckContext,
  check,
  checks,
  type Exchange,
  expect,
  field,
  observation,
  of,
  summary,
  wordsOf,
} from '../../lib/interface/index.ts';
import { maskedForms, wordsInFull } from './names.ts';
import { beyondTheHolder, saidOf } from './support.ts';

check('account.known-wallet', 'a wallet just made is answered', async ({ merchant, wallets }) => {
  const { walletId } = await wallets.make();

  const answer = await merchant.api.getAccount(walletId);

  expect(answer).toHaveStatus(200);
  expect(of(answer)).toBeA('object');
});

// A wallet requested before it existed is found once it exists: a 404 must not be cached.
checks(
  'account.known-wallet',
  ['sandbox', 'live'] as const,
  (environment) => `a wallet of ${environment} that was asked for before it was made, twice and by another merchant`,
  async (context, environment) => {
    const { wallets, data } = context;
    const merchant = environment === 'live' ? context.live : context.merchant;
    const walletId = data.walletId();
    const askers = environment === 'live' ? [merchant, merchant] : [merchant, context.other, merchant];
    for (const each of environment === 'live' ? [context.merchant, ...askers] : askers)
      await each.api.getAccount(walletId);
    await wallets.make({ walletId, environment });

    for (const each of askers) {
      const answer = await each.api.getAccount(walletId);
      expect(answer).toHaveStatus(200);
      expect(of(answer)).toBeA('object');
    }
  },
  (environment) => ({ needs: ['wallets', environment === 'live' ? 'live' : 'other-merchant'] }),
);

// An id is ten digits, not a number: its zeros in front belong to it.
checks(
  'account.known-wallet',
  (['live', 'sandbox'] as const).flatMap((environment) => ['0', '000'].map((zeros) => ({ environment, zeros }))),
  ({ environment, zeros }) => `a wallet of ${environment} whose id begins with ${zeros}`,
  async (context, { environment, zeros }) => {
    const { wallets, data } = context;
    const walletId = zeros + data.walletId().slice(zeros.length);
    await wallets.make({ walletId, environment });

    const answer = await context[environment === 'live' ? 'live' : 'merchant'].api.getAccount(walletId);
    expect(answer).toHaveStatus(200);
    expect(of(answer)).toBeA('object');
  },
  ({ environment }) => ({ needs: environment === 'live' ? ['wallets', 'live'] : ['wallets'] }),
);

const holders = [
  'Quentin Vazquez',
  'Adaeze',
  'Ngozi Amara Uche',
  'Ṣọlá Àjàyí',
  "Chinwe O'Neil-Okafor",
  'Oluwadamilola Oluwatobiloba Adeyemi-Ogunbanjo',
  'ADAEZE OKORO',
  'Jean-Pierre',
  'Adéọlá',
  'Mary Mary',
  'Chidi B. Cole',
  '王小明',
  // A holder is not only a person with two names: companies and titles.
  'Chuka Foods Ltd',
  'Zenith Marine Enterprises',
  'Obi & Sons Plc',
  'Chief Dr. Ngozi Okafor',
];

checks(
  'account.holder-name-masked',
  holders,
  (holder) => `the words of ${holder} are not all there in full`,
  async (context, holder) => {
    const answer = await accountOf(holder, context);

    expect(answer).toHaveStatus(200);
    expect(wordsInFull(of(answer), holder), `names in full in ${answer.text}`).not.toEqual(wordsOf(holder));
  },
);

check('account.holder-name-masked', 'a masked form of Quentin Vazquez is there', async (context) => {
  const answer = await accountOf('Quentin Vazquez', context);

  expect(answer).toHaveStatus(200);
  expect(maskedForms(of(answer), 'Quentin Vazquez'), `names in masked form in ${answer.text}`).not.toBeEmpty();
});

// Each environment has its own wallets: what one says of an id must not be what the other said just before.
checks(
  'account.holder-name-masked',
  ['live', 'sandbox'] as const,
  (environment) =>
    `a masked form of the name that ${environment} has for an id, which the other environment was asked for just before`,
  async ({ merchant, live, wallets, data }, environment) => {
    const walletId = data.walletId();
    await wallets.make({ walletId, environment, holderName: 'Quentin Vazquez' });
    await wallets.make({ walletId, environment: environment === 'live' ? 'sandbox' : 'live', holderName: 'Bode Ife' });
    const [as, before] = environment === 'live' ? [live, merchant] : [merchant, live];
    await before.api.getAccount(walletId);
    const answer = await as.api.getAccount(walletId);

    expect(answer).toHaveStatus(200);
    expect(maskedForms(of(answer), 'Quentin Vazquez'), `names in masked form in ${answer.text}`).not.toBeEmpty();
  },
  { needs: ['live'] },
);

checks(
  'account.tells-existence',
  ['one that nobody made', 'one that exists in sandbox alone'] as const,
  (which) => `a wallet just made, and ${which}`,
  async (context, which) => {
    const { live, wallets, data } = context;
    const [holderName, walletId] = [data.name(), data.walletId()];
    const known = await wallets.make({ environment: 'live', holderName });
    // Of the same holder, so that nothing but their ids tells two that exist apart.
    const unknown = which === 'one that nobody made' ? { walletId } : await wallets.make({ walletId, holderName });

    const one = await live.api.getAccount(known.walletId);
    const other = await live.api.getAccount(unknown.walletId);

    expect(saidOf(other, unknown.walletId)).not.toBe(saidOf(one, known.walletId));
  },
);

checks(
  'account.unknown-is-not-found',
  ['one that nobody made', 'one that exists in sandbox alone'],
  (which) => `${which} is not answered as those are that exist`,
  async ({ merchant, live, wallets, data }, which) => {
    const [one, another] = [await wallets.make({ environment: 'live' }), await wallets.make({ environment: 'live' })];
    const unknown = which === 'one that nobody made' ? data.walletId() : (await wallets.make()).walletId;
    const known = [await live.api.getAccount(one.walletId), await live.api.getAccount(another.walletId)] as const;
    if (known[0].status !== known[1].status) throw new Blocked('two wallets that exist are answered differently');
    // What sandbox says of it must not be what live says.
    await merchant.api.getAccount(unknown);
    const answer = await live.api.getAccount(unknown);

    // Fields in which two existing wallets differ, such as the holder's name, do not show whether a wallet exists.
    expect(beyondTheHolder(answer, known[0], known[1]), 'what tells it from wallets that exist').not.toBeEmpty();
  },
  { needs: ['live', 'wallets'] },
);

observation('account.response-fields', async ({ merchant, wallets }) => {
  const { walletId } = await wallets.make();
  const { json } = await merchant.api.getAccount(walletId);
  return Object.entries(Object(json))
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ');
});

observation('account.unknown-wallet', async ({ merchant, data }) => {
  const answer = await merchant.api.getAccount(data.walletId());
  const fields = field(answer.json, 'error') === undefined ? ` ${answer.text.slice(0, 120)}` : '';
  return `${summary(answer)}${fields}`;
});

/** The answer for a wallet whose holder has this name. */
async function accountOf(holderName: string, { merchant, wallets }: CheckContext): Promise<Exchange> {
  return await merchant.api.getAccount((await wallets.make({ holderName })).walletId);
}
