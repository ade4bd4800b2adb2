import {
  check,
  checks,
  created,
  expect,
  field,
  observation,
  of,
  readIn,
  shared,
  summary,
} from '../../lib/interface/index.ts';
import { attempt, mayRefuse } from '../support/attempts.ts';
import { withText } from '../support/requests/wordings.ts';

/** Other values of an escrow, which its page might show by mistake. */
const everythingElse = {
  conditions: 'Whole, with its box',
  description: 'A blue teapot',
  buyer: { email: 'ada.obi@example.com' },
  returnUrl: 'https://shop.example.com/escrow',
  metadata: { order: 'A-17' },
  autoReleaseHours: 24,
};

checks(
  'page.escrow-pay',
  [
    { what: 'for a named buyer', fields: { buyer: everythingElse.buyer } },
    { what: 'with all that is optional, for anybody', fields: { ...everythingElse, buyer: undefined } },
    { what: 'with all that is optional, for a named buyer', fields: { ...everythingElse, amount: 10_000 } },
    // In sandbox the seller's wallet need not exist.
    { what: 'for a seller whose wallet nobody made', fields: { seller: { walletId: '8904417263' } } },
  ],
  ({ what }) => `Pay on the page of an escrow ${what} funds it`,
  async ({ merchant, buyer }, { fields }) => {
    const escrow = await merchant.escrow(fields);
    await attempt(buyer.paysOnPage(escrow));

    expect(await merchant.confirms(escrow, 'funded')).toHaveField('status', 'funded');
  },
);

const paid = shared('an escrow paid on its page', ['browser'], async ({ merchant, buyer }) => {
  const [escrow, alike] = [await merchant.escrow({ amount: 25_000 }), await merchant.escrow({ amount: 25_000 })];
  await buyer.paysOnPage(escrow);
  const after = await merchant.confirms(escrow, 'funded');
  await attempt(buyer.paysOnPage(alike));
  return { merchant, escrow, after, alike: await merchant.confirms(alike, 'funded') };
});

check('page.escrow-pay', 'Pay on the escrow page funds the escrow', async (context) => {
  const { after } = await paid(context);

  expect(after).toHaveField('status', 'funded');
});

check(
  'page.escrow-pay',
  'Pay on the page of another one like it, right afterwards, funds that too',
  async (context) => {
    const { alike } = await paid(context);

    expect(alike).toHaveField('status', 'funded');
  },
);

check(
  'page.payment-event',
  'an escrow: escrow.funded',
  async (context) => {
    const { merchant, escrow } = await paid(context);

    await merchant.webhooks.arrives('escrow.funded', escrow.reference);
  },
  { needs: ['webhooks'] },
);

check('page.escrow-over', 'an escrow that was paid before is not paid again', async (context) => {
  const { merchant, escrow } = await paid(context);
  await attempt(context.buyer.paysOnPage(escrow));

  expect(await merchant.get(escrow)).toHaveField('status', 'funded');
});

// How long conditions may be is not shown; a page may fold those that are longer than this.
const clause = 'The goods arrive whole, with Ọlá’s signed receipt & in their box. ';

check(
  'page.escrow-texts',
  'the escrow page shows conditions of 300 characters to their end',
  async ({ merchant, buyer }) => {
    const conditions = `${clause.repeat(5).slice(0, 292)} the end`;
    const answer = await merchant.createEscrow({ conditions });
    mayRefuse(answer, 'conditions of 300 characters are refused');
    const page = await buyer.reads(created('escrow', answer), conditions);

    expect(readIn(of(page, 'texts'), conditions)).toHaveCome('the page does not show its conditions whole');
  },
);

for (const [name, text, beside, words] of [
  [
    'conditions',
    `Three photographs & a <b>signed</b> receipt; ${'ẹ̀rí tí ó dájú, 三张照片, '.repeat(8)}no less`,
    {},
    '',
  ],
  ['description', 'A bicycle from Ìbàdàn', {}, ''],
  ['conditions', 'The parcel weighs <2 kg and arrives in 3 days, or >2 kg & in 5', {}, ''],
  ['description', 'Rope <3 m, {{7*7}} and 100% cotton', {}, ''],
  [
    'conditions',
    'Three chairs, all whole\nOne lamp: 60 watts\n\nand a receipt – signed by “Ọlá”',
    everythingElse,
    ', with all other fields',
  ],
  [
    'description',
    `${'Ìwé ìtàn mẹ́ta & a lamp; '.repeat(10).slice(0, 246)} the end`,
    everythingElse,
    ', with all other fields',
  ],
] as const) {
  check(
    'page.escrow-texts',
    `the escrow page shows the ${name} ${JSON.stringify(text.slice(0, 30))}${words}`,
    async ({ merchant, buyer }) => {
      const escrow = await withText({ merchant }, 'escrow', { ...beside, [name]: text }, text);

      const page = await buyer.reads(escrow, text);

      expect(readIn(of(page, 'texts'), text), `the page shows ${text}`).not.toBeEmpty();
    },
  );
}

observation('page.escrow-redirect', async ({ merchant, buyer }) => {
  const escrow = await merchant.escrow({ returnUrl: 'https://shop.example.com/escrow?order=7' });
  const { redirect } = await buyer.paysOnPage(escrow);
  const after = await merchant.confirms(escrow, 'funded');
  if (field(after.json, 'status') !== 'funded') return `not paid: ${summary(after)}`;
  if (redirect === null) return 'not redirected';
  const came = [...new URL(redirect.url).searchParams].map(([name, value]) =>
    value === escrow.reference ? `${name}=(its reference)` : `${name}=${value}`,
  );
  return `${redirect.how}, with ${came.join(', ') || 'no parameters'}`;
});
