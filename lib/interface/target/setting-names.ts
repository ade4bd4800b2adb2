/**
 * The settings with their meaning and default: `--help` prints these texts, and docs/running.md repeats them
 * (lib/house.test.ts compares). `own`: it says what one's own target is, so that without TARGET_BASE_URL it is a mistake;
 * `any`: it holds for the embedded reference as well.
 */
export const settingsHelp = {
  TARGET_BASE_URL: ['sandbox base address; /v1/... is appended', 'the embedded reference', 'own'],
  TARGET_API_KEY: ['API key of a sandbox merchant', 'made through control', 'own'],
  TARGET_MERCHANT_ID: ['id of that merchant', 'made through control', 'own'],
  TARGET_WEBHOOK_SECRET: ['webhook secret of that merchant', 'made through control', 'own'],
  TARGET_OTHER_API_KEY: ['API key of a second sandbox merchant', 'made through control', 'own'],
  TARGET_OTHER_MERCHANT_ID: ['id of the second merchant', 'made through control', 'own'],
  TARGET_OTHER_WEBHOOK_SECRET: [
    'webhook secret of the second merchant; the command verify alone uses it',
    'none',
    'own',
  ],
  TARGET_LIVE_BASE_URL: ['live base address; setting it is the consent to send requests there', 'not exercised', 'own'],
  TARGET_LIVE_API_KEY: ['API key of a live merchant', 'made through control', 'own'],
  TARGET_LIVE_MERCHANT_ID: ['id of the live merchant', 'made through control', 'own'],
  TARGET_LIVE_WEBHOOK_SECRET: ['webhook secret of the live merchant', 'made through control', 'own'],
  TARGET_CONTROL_URL: ['base address of the control interface', 'none', 'own'],
  TARGET_CONTROL_TOKEN: ['bearer token for the control interface', 'none', 'own'],
  CAPTURE_LISTEN: ['host:port where the capture server listens', '127.0.0.1:0, any free port', 'any'],
  CAPTURE_PUBLIC_URL: [
    'address under which the target reaches the capture server, as set in the console',
    'the listening address, where control can tell it',
    'any',
  ],
  TARGET_RATE_LIMIT: [
    'requests a minute per API key before the harness holds back',
    '110; for a target on this machine, from its first 429 on',
    'any',
  ],
  TARGET_MAX_WAIT: ['longest real wait of one check, where no clock can be advanced: 90, 90s, 15m, 25h', '120s', 'any'],
  TARGET_TIMEOUT: ['longest that one request may take, until the last byte of its answer: 15, 15s, 1m', '15s', 'any'],
  TARGET_CA: ['file of certificates (PEM) to trust for https, besides the usual ones', 'NODE_EXTRA_CA_CERTS', 'any'],
  TARGET_PROXY: [
    'address of a proxy on the way to the target, wherever the target is',
    'HTTPS_PROXY, HTTP_PROXY',
    'any',
  ],
  HTTPS_PROXY: ['address of a proxy on the way to https addresses that are not on this machine', 'none', 'any'],
  HTTP_PROXY: ['address of a proxy on the way to http addresses that are not on this machine', 'none', 'any'],
  NO_PROXY: ['host names that are reached without a proxy, with commas between', 'none', 'any'],
  BROWSER_PATH: ['Chrome or Chromium for the hosted pages', 'the bundled one, else an installed one', 'any'],
  PAGE_HOSTS: [
    "hosts (or host:port) that hosted pages may call beside the target's own, with commas between",
    'none',
    'any',
  ],
  PAGE_BUYER_EMAIL: [
    'e-mail address with which a buyer signs in on a hosted page',
    "the buyer's, as in the request",
    'any',
  ],
  PAGE_BUYER_PASSWORD: ['password of that buyer', 'any', 'any'],
  PAGE_CARD_NUMBER: ['CSS selector of the card number on the checkout page', 'found by its label', 'any'],
  PAGE_CARD_EXPIRY: ['CSS selector of the expiry date', 'found by its label', 'any'],
  PAGE_CARD_CVV: ['CSS selector of the CVV', 'found by its label', 'any'],
  PAGE_PAY_BUTTON: ['CSS selector of the button that pays a checkout', 'found by its text', 'any'],
  PAGE_ESCROW_PAY_BUTTON: ['CSS selector of the button that pays an escrow', 'found by its text', 'any'],
  INTERFACE_URL: ['address of the interface document: reports then link to its passages', 'no links', 'any'],
} as const satisfies Record<string, readonly [meaning: string, fallback: string, target: 'own' | 'any']>;

export type SettingName = keyof typeof settingsHelp;

/** One line of `--help` for each setting. */
export function settingRows(): string[] {
  return Object.entries(settingsHelp).map(
    ([name, [meaning, fallback]]) => `  ${name.padEnd(28)} ${meaning} (default: ${fallback})`,
  );
}

/** Names with this prefix are settings of this suite only. */
const OURS = /^(TARGET|CAPTURE|PAGE)_/;

/**
 * What is wrong with the names in an environment, in one line; null where nothing is. Otherwise a mistyped or emptied
 * setting would silently certify another target or with other options.
 */
export function wrongName(env: Readonly<Record<string, string | undefined>>): string | null {
  for (const name of Object.keys(env)
    .filter((each) => OURS.test(each))
    .sort()) {
    if (!(name in settingsHelp)) return `${name} is not a setting${suggestion(name)}; --help lists all`;
    if (env[name]?.trim() === '') return `${name} is set, but empty: give it a value or unset it`;
  }
  return null;
}

/** The setting that contains every word of the name, else the nearest one if fewer than a third of the letters have to change. */
function suggestion(name: string): string {
  const words = name.split('_');
  const [nearest] = Object.keys(settingsHelp)
    .map((known) => {
      const letters = distance(name, known);
      const whole = words.every((word) => known.split('_').includes(word));
      return { known, near: whole || letters * 3 < name.length, order: whole ? letters - 100 : letters };
    })
    .sort((a, b) => a.order - b.order);
  return nearest?.near ? ` (did you mean ${nearest.known}?)` : '';
}

/** Edit distance: how many letters have to be added, removed or replaced. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...from].entries()) {
    const above = row;
    row = [i + 1];
    for (const [j, other] of [...to].entries()) {
      const replaced = (above[j] ?? 0) + (letter === other ? 0 : 1);
      row.push(Math.min(replaced, (above[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1));
    }
  }
  return row.at(-1) ?? 0;
}
