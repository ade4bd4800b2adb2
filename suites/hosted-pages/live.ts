import { checks, expect, inLive, NotExercised, of, readIn } from '../../lib/interface/index.ts';

// "checkoutUrl (string, hosted payment page address)", "payUrl (string, hosted page ...)": in live as in sandbox. Nothing is paid or filled in
// here, so that a text that a later step shows is not seen: then only an address that leads to no page at all is wrong.

/** HTTP statuses of an address where there is no page, or none that works. A page that asks to sign in may have another one. */
const isNoPage = (status: number) => status === 404 || status === 410 || status >= 500;

checks(
  ({ id }) => id,
  [
    { id: 'page.shows-description', kind: 'checkout', name: 'description' },
    { id: 'page.escrow-texts', kind: 'escrow', name: 'description' },
    { id: 'page.escrow-texts', kind: 'escrow', name: 'conditions' },
  ] as const,
  ({ kind, name }) => `live: the address of a ${kind} leads to its page, which shows its ${name}`,
  async (context, { kind, name }) => {
    const { merchant } = inLive(context);
    const [text, another] = ['Two chairs of oak, and a lamp', 'Seventeen umbrellas of green silk'];
    const resource = await merchant[kind]({ [name]: text });
    await merchant[kind]({ [name]: another });

    const looked = await context.buyer.atPage(resource, async (page) => {
      await page.shows(text);
      return { texts: await page.reads(), status: await page.answered() };
    });

    const texts = of(context.sees(`the live ${kind} page of ${resource.reference}`, looked), 'texts');
    const shown = readIn(texts, text);
    if (shown.value.length === 0 && !isNoPage(looked.status ?? 200))
      throw new NotExercised(`the page shows no ${name} at first`);
    expect(shown).toHaveCome(`the page (HTTP ${looked.status}) does not show its ${name}, ${text}`);
    expect(readIn(texts, another), `the page shows another ${kind}'s ${name}`).toBeEmpty();
  },
  { needs: ['live'] },
);
