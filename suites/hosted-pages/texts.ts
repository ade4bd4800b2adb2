import { check, checks, expect, of, readIn } from '../../lib/interface/index.ts';
import { withText } from '../support/requests/wordings.ts';

// "Shown to the buyer" (description), "Shown to both parties" (conditions): the page shows the text as it was sent, and interprets nothing in it
// as a template, an escape, markup or a number. Letter case and white space are ignored, because a page may style them.

const texts = [
  {
    what: 'apostrophes and quotation marks',
    text: `Ada's order: two 'blue' lamps, it''s a "big" one, ‘so’ “named” and \`here\``,
  },
  {
    what: 'what patterns and templates fill in',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text that is meant
    text: 'Lamp {0} {1,number} {name} ${name} #{name} {{name}} <%= name %> {% name %} [[name]] %s %d %1$s %(name)s :name $1 $& \\1 @name',
  },
  {
    what: 'what a page has places for',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text that is meant
    text: 'Lamp {{amount}} {{ reference }} {{description}} {{{conditions}}} {amount} ${amount} #{reference} <%= amount %> [[amount]] %AMOUNT% %(amount)s :amount @reference __AMOUNT__ $amount {{status}} {{title}}',
  },
  {
    what: 'escapes',
    text: 'C:\\orders\\new \\u0041 \\" 100%25 %20 %0A &amp; &#39; &lt;b&gt; &nbsp; &copy 1+2 =3D \\\\',
  },
  {
    what: 'marks of plain-text markup',
    text: '*two* __lamps__ `for` ~~Ada~~ [no](/link) ![x](y) 3^2 a_b_c 1*2*3 # five',
  },
  {
    what: 'numbers and dates',
    text: 'No. 0012345.60, 1,000.00, 1e5, 007, 2026-11-22 and 10:30, +234 801 234 5678, ₦5000 or 5000k',
  },
  {
    what: 'addresses',
    text: 'Ask ada@lamps.example.net or see https://lamps.example.net/a?b=1&c=2#d, www.example.net',
  },
  {
    what: 'signs that printers replace',
    text: 'Lamp A--7 and B---8 ... (c) (r) (tm) +-2, 1/2 of 3x4 :-) and :lamp: -> box, No. 5 - 9',
  },
  { what: 'a word for nothing', text: 'null' },
] as const;

for (const [kind, id, fields] of [
  ['checkout', 'page.shows-description', ['description']],
  ['escrow', 'page.escrow-texts', ['description', 'conditions']],
] as const) {
  checks(
    id,
    texts,
    ({ what }) => `${kind}: ${what} are read as they were sent`,
    async ({ merchant, buyer }, { text }) => {
      const sent = fields.map((name) => [name, fields.length > 1 ? `${name}, ${text}` : text] as const);
      const resource = await withText({ merchant }, kind, Object.fromEntries(sent), text);

      const page = await buyer.reads(resource, text);

      for (const [name, whole] of sent)
        expect(readIn(of(page, 'texts'), whole)).toHaveCome(`the page does not show its ${name}, ${whole}`);
    },
    { drawn: 2 },
  );
}

check(
  'page.escrow-texts',
  'of two escrows for one seller, with other texts: each page has its own',
  async (context) => {
    const { merchant, buyer } = context;
    const own = [
      { conditions: 'The lamp works when it comes', description: 'A lamp of brass' },
      { conditions: 'Both chairs are of one wood', description: 'Two chairs of oak' },
    ];
    const escrows = [];
    for (const fields of own) escrows.push({ ...fields, escrow: await merchant.escrow(fields) });
    for (const { escrow, conditions, description } of escrows) {
      for (const whole of [conditions, description]) {
        const page = await buyer.reads(escrow, whole);

        expect(readIn(of(page, 'texts'), whole)).toHaveCome(`the page does not show its own text, ${whole}`);
      }
    }
  },
);
