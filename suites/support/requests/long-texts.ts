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
import { expectTaken } from './wordings.ts';

type Needs = Parameters<typeof shared>[1];
type Send = (text: string) => Promise<{ readonly answer: Exchange; readonly kept: ReturnType<typeof of> }>;

/**
 * Texts of the maximum length, of characters that take more space when escaped, encoded or counted in bytes: the limit counts characters as
 * sent.
 */
export const signTexts = [
  { what: 'ampersands', signs: '&' },
  { what: 'signs that markup escapes', signs: `<">'` },
  { what: 'signs that JSON escapes', signs: '\\"/' },
  { what: 'line feeds and tabs between letters', signs: 'b\nc\t' },
  { what: 'signs that addresses escape', signs: '%+?# ' },
  { what: 'escapes of markup', signs: '&amp;' },
  { what: 'escapes of addresses', signs: '%20' },
  { what: 'words and ampersands', signs: 'Rice & yam, ' },
  { what: 'letters of two bytes', signs: 'éñØ' },
  { what: 'letters of three bytes', signs: 'ọ₦谢' },
  { what: 'letters that are two in capitals', signs: 'ßŉǰﬁ' },
  { what: 'letters with two accents each', signs: 'ệǘṩ' },
  { what: 'what templates replace', signs: '{{a}} #{b} %s ' },
] as const;

/** One such text of `most` characters, with a letter at both ends: whether texts are trimmed is an observation. */
export const signText = (most: number, { signs }: { readonly signs: string }) =>
  `a${signs.repeat(most)}`.slice(0, most - 1).concat('z');

/** One character more than `most` whether bytes, UTF-16 units, code points or what a reader takes for one sign are counted. */
const tooManyOf = (most: number) => [
  { what: 'letters and six emoji', text: 'x'.repeat(most - 5) + '🎂'.repeat(6) },
  { what: 'emoji', text: [...'👟☀✂🎁'.repeat(most)].slice(0, most + 1).join('') },
  { what: 'letters beyond the first plane', text: [...'𠮷𝒳'.repeat(most)].slice(0, most + 1).join('') },
  { what: 'words of letters and signs beyond ASCII', text: 'Ọjà ₦5 – 谢谢! '.repeat(most).slice(0, most).concat('z') },
];

/**
 * Texts of the maximum number of characters, some of which take two UTF-16 units. "Max 255 chars" does not define a character: a service
 * that counts units may refuse them, but an accepted text must be returned whole.
 */
export function wholeOrRefused(
  id: RequirementId,
  tooLong: RequirementId,
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
  const signed = shared(`${field} of long texts, by signs`, needs, async (context) => {
    const send = await sender(context);
    const seen: { readonly whole: Awaited<ReturnType<Send>>; readonly beyond: Exchange }[] = [];
    for (const row of signTexts) {
      const { answer: beyond } = await send(signText(most + 1, row));
      seen.push({ whole: await send(signText(most, row)), beyond });
    }
    return seen;
  });
  const rows = signTexts.map((row, at) => ({ ...row, at }));
  checks(
    tooLong,
    tooManyOf(most),
    ({ what }) => `${field} of ${most + 1} characters, however these are counted: ${what}, is refused`,
    async (context, { text }) => {
      const send = await sender(context);

      expect((await send(text)).answer).toBeRefusedWith(400, 'invalid_request');
    },
    { needs, drawn: 1 },
  );
  checks(
    id,
    rows,
    ({ what }) => `${field} of ${most} characters, ${what}, is accepted and comes back whole`,
    async (context, row) => {
      const seen = (await signed(context))[row.at];
      if (seen === undefined) throw new Blocked('suite fault: there is no such text');
      expectTaken(seen.whole.answer, signText(most, row));
      expect(seen.whole.kept).toBe(signText(most, row));
    },
    { needs, drawn: 2 },
  );
  checks(
    tooLong,
    rows,
    ({ what }) => `${field} of ${most + 1} characters, ${what}, is refused`,
    async (context, { at }) => {
      const seen = (await signed(context))[at];
      if (seen === undefined) throw new Blocked('suite fault: there is no such text');
      expect(seen.beyond).toBeRefusedWith(400, 'invalid_request');
    },
    { needs, drawn: 1 },
  );
}
