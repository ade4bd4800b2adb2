import {
  Blocked,
  type CheckContext,
  checks,
  type Exchange,
  expect,
  type of,
  part,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';

type Needs = Parameters<typeof shared>[1];
type Send = (text: string) => Promise<{ readonly answer: Exchange; readonly kept: ReturnType<typeof of> }>;

/**
 * Texts of as many characters as a field may have, some of which take two units in UTF-16. "Max 255 chars" does not say what a character
 * is there: whoever counts units may refuse them, but what is accepted comes back whole.
 */
export function wholeOrRefused(
  id: RequirementId,
  field: string,
  most: number,
  needs: Needs,
  sender: (context: CheckContext) => Promise<Send>,
): void {
  const texts = [
    { what: `${most} characters beyond the first plane`, text: '👟'.repeat(most) },
    { what: `${most - 1} letters and one character beyond the first plane`, text: `${'n'.repeat(most - 1)}👟` },
    { what: `${most} characters of one to four bytes`, text: [...'aéọ👟'.repeat(most)].slice(0, most).join('') },
  ];
  const sent = shared(`${field} of long texts, by character`, needs, async (context) => {
    const send = await sender(context);
    const seen: Awaited<ReturnType<Send>>[] = [];
    for (const { text } of texts) seen.push(await send(text));
    return seen;
  });
  checks(
    id,
    texts.map((row, at) => ({ ...row, at })),
    ({ what }) => `${field} of ${what} comes back whole, where it is accepted`,
    async (context, { text, at }) => {
      const seen = (await sent(context))[at];
      if (seen === undefined) throw new Blocked('suite fault: there is no such text');
      expect(part(seen.answer, 'status'), 'status').toBeOneOf([201, 400]);
      if (seen.answer.status === 201) expect(seen.kept).toBe(text);
    },
    { needs, drawn: 1 },
  );
}
