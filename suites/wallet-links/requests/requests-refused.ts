import { type Body, check, checks, expect, shared } from '../../../lib/interface/index.ts';
import { mayRefuse } from '../../support/attempts.ts';
import { ask } from '../support.ts';

// Each should be refused before it counts as one of a wallet's five requests per hour; if it counts, later checks may find none left.
for (const name of ['linkRef', 'requesterName', 'expiresInMinutes', 'walletId'] as const) {
  check('wallet-link.required-fields', `a request without ${name} is refused`, async (context) => {
    await context.wallets.withLinkable(0, async (wallet) => {
      expect(await ask(context, wallet, { [name]: undefined })).toBeRefusedWith(400, 'invalid_request');
    });
  });
}

interface Wrong {
  readonly what: string;
  readonly fields: Body;
}

const noTexts: readonly (readonly [string, (right: string) => unknown])[] = [
  ['a number', () => 7_123_456_789],
  ['true', () => true],
  ['a list with the right text', (right) => [right]],
  ['an object with the right text', (right) => ({ value: right })],
  ['null', () => null],
];

const noIntegers = [
  ['5.5', 5.5],
  ['30.000001', 30.000001],
  ['digits in a string', '30'],
  ['true', true],
  ['a list with an integer', [30]],
  ['an object', { minutes: 30 }],
  ['null', null],
] as const;

const wrongTypes: readonly Wrong[] = noIntegers.map(([what, value]) => ({
  what: `${what} as expiresInMinutes`,
  fields: { expiresInMinutes: value },
}));

checks(
  'wallet-link.field-types',
  (['linkRef', 'walletId', 'requesterName'] as const).flatMap((name) =>
    noTexts.map(([what, wrong]) => ({ what, name, wrong })),
  ),
  ({ what, name }) => `${what} as ${name} is refused`,
  async (context, { name, wrong }) => {
    await context.wallets.withLinkable(0, async (wallet) => {
      const right = {
        linkRef: context.data.reference('lnk'),
        requesterName: 'Harbour Books',
        walletId: wallet.walletId,
      };
      const refusal = await ask(context, wallet, { [name]: wrong(right[name]) });

      expect(refusal).toBeRefusedWith(400, 'invalid_request');
    });
  },
  { drawn: 0.7 },
);

checks(
  'wallet-link.wallet-id-digits',
  [
    { what: 'a line feed behind it', wrong: (right: string) => `${right}\n` },
    { what: 'a space before it', wrong: (right: string) => ` ${right}` },
    { what: 'a space behind it', wrong: (right: string) => `${right} ` },
    { what: 'a plus sign before it', wrong: (right: string) => `+${right}` },
    { what: 'a zero before it', wrong: (right: string) => `0${right}` },
    { what: 'its first digit missing', wrong: (right: string) => right.slice(1) },
    { what: 'its digits in full width', wrong: fullWidth },
  ],
  ({ what }) => `the walletId of a wallet with ${what} is refused`,
  async (context, { wrong }) => {
    await context.wallets.withLinkable(0, async (wallet) => {
      const refusal = await ask(context, wallet, { walletId: wrong(wallet.walletId) });

      expect(refusal).toBeRefused();
      expect(refusal).toHaveErrorShape();
    });
  },
  { drawn: 0.7 },
);

function refused(
  id: 'wallet-link.field-types' | 'wallet-link.expiry-too-short' | 'wallet-link.expiry-too-long',
  rows: readonly Wrong[],
) {
  checks(
    id,
    rows,
    ({ what }) => `${what} is refused`,
    async (context, { fields }) => {
      await context.wallets.withLinkable(0, async (wallet) => {
        expect(await ask(context, wallet, fields)).toBeRefusedWith(400, 'invalid_request');
      });
    },
    { drawn: 0.7 },
  );
}

const minutes = (value: number): Wrong => ({ what: `expiresInMinutes ${value}`, fields: { expiresInMinutes: value } });

refused('wallet-link.field-types', wrongTypes);
refused('wallet-link.expiry-too-short', [4, 0, -5].map(minutes));
refused('wallet-link.expiry-too-long', [61, 120, 3_600].map(minutes));

checks(
  'wallet-link.field-types',
  [
    ['a list with a request in it', (text: string) => `[${text}]`],
    ['JSON that is cut off', (text: string) => text.slice(0, -1)],
    ['a text', () => '"link"'],
    ['a number', () => '5'],
    ['null', () => 'null'],
  ] as const,
  ([what]) => `${what} as the whole body is refused`,
  async ({ merchant, data, wallets }, [, bodyOf]) => {
    await wallets.withLinkable(0, async ({ walletId }) => {
      const request = {
        linkRef: data.reference('lnk'),
        walletId,
        requesterName: 'Harbour Books',
        expiresInMinutes: 30,
      };
      const refusal = await merchant.api.createWalletLink({}, { rawBody: bodyOf(JSON.stringify(request)) });

      expect(refusal).toBeRefusedWith(400, 'invalid_request');
    });
  },
);

/** Wrong requests for a wallet with a pending link, with an unused `linkRef`. */
const meanwhile = shared('wrong link requests while a link is pending', ['wallets'], async (context) => {
  const { merchant, wallets, data } = context;
  const wallet = await wallets.make();
  const link = await wallets.link(merchant, wallet, { expiresInMinutes: 60 });
  const linkRef = data.reference('lnk');
  for (const fields of [{ expiresInMinutes: 4 }, { expiresInMinutes: '30' }, { requesterName: undefined }]) {
    await wallets.createLink(merchant, wallet, { linkRef, ...fields });
  }
  // Each with an unused linkRef too: only a valid request is a newer request.
  for (const fields of [{ expiresInMinutes: 61 }, { expiresInMinutes: 0 }]) {
    await wallets.createLink(merchant, wallet, { linkRef: data.reference('lnk'), ...fields });
  }
  const pending = await merchant.api.getWalletLink(link.linkId);
  const right = await wallets.createLink(merchant, wallet, { linkRef });
  return { pending, right, link };
});

check(
  'wallet-link.refused-has-no-effect',
  'a malformed request does not cancel the pending link of its wallet',
  async (context) => {
    const { pending } = await meanwhile(context);

    expect(pending).toHaveField('status', 'PENDING');
  },
  { needs: ['wallets'] },
);

check(
  'wallet-link.refused-has-no-effect',
  'the linkRef of malformed requests is free',
  async (context) => {
    const { right, link } = await meanwhile(context);
    // Whether refused requests count towards the five is not shown.
    mayRefuse(right, 'no more requests');

    expect(right).toHaveStatus(201);
    expect(right).not.toHaveField('linkId', link.linkId);
  },
  { needs: ['wallets'] },
);

function fullWidth(digits: string): string {
  return digits.replace(/[0-9]/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
}
