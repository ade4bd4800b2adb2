/** Texts that come back changed where they are escaped, converted, cut or taken for something else. At most 100 characters each. */
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
];
