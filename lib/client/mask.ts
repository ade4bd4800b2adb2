export interface Secret {
  /** What stands in its place, after a `$`: usually the name of the setting. */
  label: string;
  value: string;
}

export interface Mask {
  /**
   * Replaces every secret, in any of its usual spellings, by `$LABEL`. With `cut` the text ends where something was cut off, and
   * the beginning of a secret at its very end is masked too.
   */
  text(text: string, cut?: boolean): string;
}

/** Spellings: plain, percent-encoded, hexadecimal, escaped in JSON, and base64 as a whole or inside something longer. */
export function createMask(secrets: readonly Secret[]): Mask {
  const known = secrets
    .filter((secret) => secret.value !== '')
    .flatMap(spellingsOf)
    // A secret that contains another is replaced first.
    .sort((a, b) => b.text.length - a.text.length);

  return {
    text(text, cut = false) {
      let masked = text;
      for (const spelling of known) {
        if (masked.includes(spelling.text)) {
          masked = spelling.inBase64
            ? replaceRun(masked, spelling)
            : masked.replaceAll(spelling.text, () => spelling.label);
        }
      }
      return cut ? maskTail(masked, known) : masked;
    },
  };
}

/** Masks nothing: for tests and tools that hold no secret. */
export const noMask: Mask = { text: (text) => text };

interface Spelling {
  text: string;
  label: string;
  inBase64: boolean;
}

function spellingsOf({ label, value }: Secret): Spelling[] {
  const bytes = Buffer.from(value);
  const hex = bytes.toString('hex');
  const percent = encodeURIComponent(value.toWellFormed());
  const json = JSON.stringify(value).slice(1, -1);
  const plain = [
    value,
    // How UTF-8 looks where bytes are read as Latin-1, as headers are.
    bytes.toString('latin1'),
    percent,
    percent.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    hex,
    hex.toUpperCase(),
    json,
    json.replaceAll('/', '\\/'),
  ];
  // Base64 of the bytes at each of the three places they can have in a group, without the characters that depend on neighbours.
  const inBase64 = [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const whole = Math.floor(((before + bytes.length) * 8) / 6);
    const core = encoded.slice(Math.ceil((before * 8) / 6), whole);
    // Shorter ones would be found in anything.
    return core.length < 6 ? [] : [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
  return [
    ...[...new Set(plain)].map((text) => ({ text, label: `$${label}`, inBase64: false })),
    ...[...new Set(inBase64)].map((text) => ({ text, label: `$${label}`, inBase64: true })),
  ];
}

/** Replaces the whole run of base64 characters around the spelling: its edges hold bits of the secret. */
function replaceRun(text: string, { text: core, label }: Spelling): string {
  let masked = '';
  let done = 0;
  for (let at = text.indexOf(core); at !== -1; at = text.indexOf(core, done)) {
    let [start, end] = [at, at + core.length];
    while (start > done && isBase64(text.charCodeAt(start - 1))) start--;
    while (end < text.length && isBase64(text.charCodeAt(end))) end++;
    while (text[end] === '=') end++;
    masked += text.slice(done, start) + label;
    done = end;
  }
  return masked + text.slice(done);
}

function isBase64(code: number): boolean {
  return (
    (code >= 48 && code <= 57) || // digits
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    code === 43 || // + / - _
    code === 47 ||
    code === 45 ||
    code === 95
  );
}

function maskTail(text: string, known: readonly Spelling[]): string {
  let best = { length: 0, label: '' };
  for (const spelling of known) {
    const longest = Math.min(spelling.text.length - 1, text.length);
    for (let length = longest; length > Math.max(best.length, 3); length--) {
      if (text.endsWith(spelling.text.slice(0, length))) best = { length, label: spelling.label };
    }
  }
  return best.length === 0 ? text : text.slice(0, -best.length) + best.label;
}
