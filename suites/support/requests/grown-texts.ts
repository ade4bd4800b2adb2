import {
  Blocked,
  type CheckContext,
  checks,
  type Exchange,
  expect,
  type of,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';

// "Max 255 chars" is about the text that was sent, however a service writes it for itself: in the markup of a page, in a statement of a
// database, in a path, in capitals, or with each accent as a character of its own. Each of these texts has as many characters as it may
// have, all of one unit in UTF-16, and would have more if it were counted as it is written somewhere else.

const filled = (signs: string, most: number) =>
  signs
    .repeat(most)
    .slice(0, most - 1)
    .concat('.');

const texts = (most: number) => [
  { what: 'signs of markup', text: filled('Tea & <milk> ', most) },
  { what: 'ampersands', text: filled('&', most) },
  { what: 'quotes and backslashes', text: filled(`it's "a\\b" `, most) },
  { what: 'apostrophes', text: filled("'", most) },
  { what: 'signs that paths and forms encode', text: filled('50% / a=b&c+d ?#', most) },
  { what: 'lines and tabs', text: filled('a\n\tb\n', most) },
  { what: 'letters that are two in capitals', text: filled('ßŉǰﬁ', most) },
  { what: 'letters with two accents each', text: filled('ệǘṩ', most) },
  { what: 'letters with accents of their own', text: filled('e\u0323\u0301', most) },
  { what: 'what templates replace', text: filled('{{a}} #{b} %s ', most) },
];

type Needs = Parameters<typeof shared>[1];
type Send = (text: string) => Promise<{ readonly answer: Exchange; readonly kept: ReturnType<typeof of> | null }>;

/** `kept`: what the record says then; null where it need not say it. */
export function grownTexts(
  id: RequirementId,
  field: string,
  most: number,
  needs: Needs,
  sender: (context: CheckContext) => Promise<Send>,
): void {
  const rows = texts(most);
  const sent = shared(`${field} of texts that grow where they are written`, needs, async (context) => {
    const send = await sender(context);
    const seen = new Map<string, Awaited<ReturnType<Send>>>();
    for (const { what, text } of rows) seen.set(what, await send(text));
    return seen;
  });
  checks(
    id,
    rows,
    ({ what }) => `${field} of ${most} characters, ${what}, is accepted as it is`,
    async (context, { what, text }) => {
      const seen = (await sent(context)).get(what);
      if (seen === undefined) throw new Blocked('suite fault: there is no such text');
      expect(seen.answer).toHaveStatus(201);
      if (seen.kept !== null) expect(seen.kept).toBe(text);
    },
    { needs, drawn: 3 },
  );
}
