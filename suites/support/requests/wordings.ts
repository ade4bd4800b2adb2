import {
  type Body,
  type CheckContext,
  type Created,
  created,
  type Exchange,
  expect,
} from '../../../lib/interface/index.ts';
import { mayRefuse } from '../attempts.ts';

/** Texts that are returned changed if a service escapes, converts, cuts or interprets them. At most 100 characters each. */
export const wordings = [
  'Ọlá’s order – ₦5,000 & “gift” 谢谢 שלום مرحبا',
  '<b>5 > 3</b> &amp; &lt;i&gt; {{7*7}} #{7*7} %s %20 \\n',
  `it's "quoted"; DROP TABLE checkouts; --`,
  'null',
  'true',
  '0012345.60',
  '2026-11-22T10:00:00Z',
  'e\u0301 and \u00e9 are two spellings',
  'two lines\nand a third:\n\nwith\ttabs',
  'C:\\orders\\new \\u0041 \\" "\\"" \'single\' `back`',
  '100% of 5%20 + %2B %d %n $1 $x {0} ?a=1&b=2',
  'a gift 🎁 for 👩🏽‍🚀 in 🇳🇬, ẹ́ and ọ̀',
  'two  spaces, a hard\u00a0one, “quotes” – and one\u200d\u200bmore…',
  '<script>alert("x")</script> &quot;&#39;&lt; A&B<C>D',
  '7',
  '0',
  '0012',
  '+2348012345678',
  '12345678901234567890',
  '1e5',
  '-0.50',
  '2026-11-22',
  '10:30',
  'NaN',
  'undefined',
  'None',
  'false',
  '[object Object]',
  '{"amount": 1, "list": ["a"]}',
  '["a", "b"]',
  'one line\r\nand another\rand a third',
  '=SUM(A1:A9)',
  '@ada #17 $5 ^2 ~x |y| [z] {w}',
  '¡Ñandú! ¿Qué? “Straße” ÆØÅ œ ﬁ ½ № ™ €',
  '谢谢你 ありがとう 감사합니다 धन्यवाद ขอบคุณ',
  'שלום, مرحبا ١٢٣',
  '👟👟 𝒜𝒷𝒸 𐍈',
  'trailing punctuation...!?',
  'UPPER lower MiXeD',
  'a\u00adb\u200dc',
  'a family \u{1f468}\u200d\u{1f469}\u200d\u{1f467}, a flag \u{1f3f3}\ufe0f\u200d\u{1f308}, no\u2060break, \u202bmarked\u202c and zero\u200bwidth',
  'constructor',
  '__proto__',
  'under 2 < 3 kg, and 5 > 4 of them',
  'sandbox_fail?',
  'Ticket, see https://shop.example/terms?a=1#b or www.shop.example',
  'Ask ada@lamps.example.com or +234 801 234 5678, 9:00-17:00',
];

/**
 * Expects that a request with this text was accepted, unless the text may be taken for more than words: markup, control and invisible
 * characters, and signs that not every store can hold, are refused by services that guard themselves, and nothing but the length is shown.
 * Where it is refused so, the check is not exercised.
 */
export function expectTaken(answer: Exchange, text: string): void {
  mayBeGuarded(answer, text);
  expect(answer).toHaveStatus(201);
}

const guarded = /[<>{}\p{Cc}\p{Cf}\u{10000}-\u{10ffff}]/u;

/** A step: if a text is refused that may be taken for more than words, the check is not exercised. */
export function mayBeGuarded(answer: Exchange, text: string): void {
  if (guarded.test(text)) mayRefuse(answer, 'a text with such signs is refused');
}

/** A step: a checkout or an escrow with this text in one of its fields. */
export async function withText(
  { merchant }: Pick<CheckContext, 'merchant'>,
  kind: 'checkout' | 'escrow',
  fields: Body,
  text: string,
): Promise<Created> {
  const answer = await (kind === 'checkout' ? merchant.createCheckout(fields) : merchant.createEscrow(fields));
  mayBeGuarded(answer, text);
  return created(kind, answer);
}

/** The text as shown in the title of a check: on one line, with invisible characters made visible. */
export const inOneLine = (text: string) =>
  text
    .replaceAll('\r', '␍')
    .replaceAll('\n', '␊')
    .replaceAll('\t', '␉')
    .replace(/[\u200b\u202a-\u202e\u2060\ufeff]/g, (sign) => `⟨${sign.charCodeAt(0).toString(16)}⟩`);
