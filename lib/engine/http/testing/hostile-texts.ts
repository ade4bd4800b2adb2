import fc from 'fast-check';

/** Texts that a hostile target may put anywhere into its answers and webhooks, and that a report's format or reader may misinterpret. */
export const hostileTexts = {
  html: '</bdi></script><script>alert(1)</script><img src=x onerror=alert(1)><!-- --><table><tr><td>',
  'a page that ends': '</main></body></html><html><body><iframe src="https://evil.example/"></iframe>',
  attributes: '" onmouseover="alert(1)" x=\'y\' `z`',
  entities: '&lt;b&gt; &amp;amp; &#60;i&#62; &nbsp;',
  'ANSI and OSC sequences': '\u001b[2J\u001b[31m\u001b]0;title\u0007\u001b]8;;https://evil.example\u001b\\x\u009b2J',
  'workflow commands': '\n::set-output name=verdict::conformant\n##[add-mask]a\r\n::error::x',
  Markdown:
    '| a | b |\n| --- | --- |\n\n# h\n[l](https://evil.example) ![i](https://evil.example/x.png) <b> ```\n`c` @user',
  'the end of CDATA': ']]>',
  'a test case of its own':
    ']]></failure></testcase><testcase name="mine" classname="x"/><testcase name="y"><failure>]]>',
  NUL: '\u0000',
  'lone surrogates': '\ud800 \udc00\ud800 \udfff',
  'no characters': '\uffff\ufffe\ufdd0',
  'line separators': 'a\u2028b\u2029c\u0085d\u000be\u000cf\rg\nh',
  'right-to-left marks': '\u202eevil\u202c \u2066x\u2069 \u200f\u061c',
  shell: `'; touch taken; ' "$(touch taken)" \`touch taken\` $TARGET_LIVE_API_KEY \nCHECKS\ntouch taken\n`,
  'names of objects': '__proto__ constructor prototype toString',
  long: 'long '.repeat(200_000),
} as const;

/** A sequence of hostile and random texts. */
export const anyHostileText = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...Object.values(hostileTexts).filter((text) => text.length < 1_000)) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
      { weight: 1, arbitrary: fc.constantFrom(']]', '>', ']', '\ud83d', '\ude00', '&', '<', '\\', "'", '\u001b') },
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.join(''));
