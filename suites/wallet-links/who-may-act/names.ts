import { checks, derivation, expect, of, shared, wordsInFull, wordsOf } from '../../../lib/interface/index.ts';
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
] as const;

/** An approved link to the wallet of a holder with this name. */
const preparations = new Map(
  holders.map((holderName) => [
    holderName,
    shared(`a link to a wallet of ${holderName}`, ['wallets'], async ({ merchant, wallets }) => {
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
  holders.filter((holder) => wordsOf(holder).some((word) => [...word].length > 2)),
  (holder) => `walletName of ${holder} is not the whole name`,
  async (context, holder) => {
    const { link } = await there(preparations.get(holder), 'the link')(context);
    const name = of(link.exchange, 'walletName');

    expect(name).toMatch(/\S/);
    expect(wordsIn(name, holder), 'words of the name in full').not.toEqual(wordsOf(holder));
  },
  { needs: ['wallets'] },
);

checks(
  'wallet-link.registered-name',
  holders,
  (holder) => `wallet.link.approved has ${holder} as it is registered`,
  async (context, holder) => {
    const { merchant, link } = await there(preparations.get(holder), 'the link')(context);
    const event = await merchant.webhooks.given('wallet.link.approved', link.linkId);

    expect(of(event, 'walletName')).toBe(holder);
  },
  { needs: ['wallets', 'webhooks'] },
);
