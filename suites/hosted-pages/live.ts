import { checks, expect, inLive, NotExercised, of, readIn } from '../../lib/interface/index.ts';

// "checkoutUrl (string, hosted payment page address)", "payUrl (string, hosted page ...)": in live as in sandbox. Nothing is paid or filled in
// here, so that a text that a later step shows is not seen: then only an address that leads to no page at all is wrong.

/** HTTP statuses of an address where there is no page, or none that works. A page that asks to sign in may have another one. */
const isNoPage = (status: number) => status === 404 || status === 410 || status >= 500;

checks(
  ({ id }) => id,
  [
    { id: 'page.shows-description', kind: 'checkout' },
    { id: 'page.escrow-texts', kind: 'escrow' },
  ] as const,
  ({ kind }) => `live: the address of a ${kind} leads to its page, which shows its description`,
  async (context, { kind }) => {
    const { merchant } = inLive(context);
    const [description, another] = ['Two chairs of oak, and a lamp', 'Seventeen umbrellas of green silk'];
    const resource = await merchant[kind]({ description });
    await merchant[kind]({ description: another });

    const looked = await context.buyer.atPage(resource, async (page) => {
      await page.shows(description);
      return { texts: await page.reads(), status: await page.answered() };
    });

    const texts = of(context.sees(`the live ${kind} page of ${resource.reference}`, looked), 'texts');
    const shown = readIn(texts, description);
    if (shown.value.length === 0 && !isNoPage(looked.status ?? 200))
      throw new NotExercised('the page shows no description at first');
    expect(shown).toHaveCome(`the page (HTTP ${looked.status}) does not show its description, ${description}`);
    expect(readIn(texts, another), `the page shows another ${kind}'s description`).toBeEmpty();
  },
  { needs: ['live'] },
);
