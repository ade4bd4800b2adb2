import { checks, derivation, expect, inLive, of, shared, wordsInFull, wordsOf } from '../../../lib/interface/index.ts';
import { there } from '../support.ts';

// The wallet holder's name: masked in answers, registered in the event after the owner's approval.

const holders = [
  'Ngozi Amara Uche',
  'Adaeze',
  'Ṣọlá Àjàyí',
  "Chinwe O'Neil-Okafor",
  'Oluwadamilola Oluwatobiloba Adeyemi-Ogunbanjo',
  'ADAEZE OKORO',
  'Jean-Pierre',
  'Adéọlá',
  'Mary Mary',
  'Chidi B. Cole',
  '王小明',
  'Jo Li',
  'Bo',
  // A holder is not only a person with two names: companies and titles.
  'Chuka Foods Ltd',
  'Chief Dr. Ngozi Okafor',
] as const;

/** Holders of live wallets: one of them beyond ASCII. */
const liveHolders = ['Ṣọlá Àjàyí', 'Oluwadamilola Oluwatobiloba Adeyemi-Ogunbanjo'] as const;
const inSandbox = holders.map((holder) => ({
  holder,
  live: false,
  title: holder as string,
  needs: ['wallets'] as const,
}));
const rows = [
  ...inSandbox,
  ...liveHolders.map((holder) => ({
    holder,
    live: true,
    title: `live: ${holder}`,
    needs: ['live', 'wallets', 'wallet-owner'] as const,
  })),
];

/** An approved link to the wallet of a holder with this name. */
const preparations = new Map(
  rows.map(({ holder: holderName, live, title, needs }) => [
    title,
    shared(`a link to a wallet of ${title}`, needs, async (context) => {
      const { merchant, wallets } = live ? inLive(context) : context;
      const link = await wallets.link(merchant, await wallets.make({ holderName }));
      await wallets.decide(merchant, link, 'approve');
      return { merchant, link };
    }),
  ]),
);

const wordsIn = derivation('words of a name in a text', (text: unknown, name: string) =>
  wordsInFull(String(text), name),
);

checks(
  'wallet-link.names-masked',
  // Which letters a mask leaves is not shown: of a word of two it may leave both.
  rows.filter(({ holder }) => wordsOf(holder).some((word) => [...word].length > 3)),
  ({ title }) => `walletName of ${title} is not the whole name`,
  async (context, { holder, title }) => {
    const { link } = await there(preparations.get(title), 'the link')(context);
    const name = of(link.exchange, 'walletName');

    expect(name).toMatch(/\S/);
    expect(wordsIn(name, holder), 'words of the name in full').not.toEqual(wordsOf(holder));
  },
  ({ needs }) => ({ needs }),
);

checks(
  'wallet-link.registered-name',
  rows,
  ({ title }) => `wallet.link.approved has ${title} as it is registered`,
  async (context, { holder, title }) => {
    const { merchant, link } = await there(preparations.get(title), 'the link')(context);
    const event = await merchant.webhooks.given('wallet.link.approved', link.linkId);

    expect(of(event, 'walletName')).toBe(holder);
  },
  ({ live, needs }) => ({ needs: [...needs, live ? 'live-webhooks' : 'webhooks'] }),
);
