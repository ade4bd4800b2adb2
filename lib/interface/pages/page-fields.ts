import type { Control } from './page-survey.ts';

/** What a field of a hosted page asks for. `choice`: a radio button or checkbox. */
export type Role =
  | 'number'
  | 'expiry'
  | 'month'
  | 'year'
  | 'cvv'
  | 'holder'
  | 'email'
  | 'phone'
  | 'password'
  | 'code'
  | 'street'
  | 'city'
  | 'state'
  | 'postal'
  | 'country'
  | 'choice'
  | 'unknown';

/** What the buyer types. */
export interface Card {
  /** Digits only. */
  readonly number: string;
  readonly month: number;
  /** Four digits. */
  readonly year: number;
  readonly cvv: string;
}

export interface Person {
  readonly email: string;
  readonly password: string;
}

const roleOfSelector = { cardNumber: 'number', cardExpiry: 'expiry', cardCvv: 'cvv' } as const;

/** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill */
const roleOfAutocomplete: Readonly<Record<string, Role>> = {
  'cc-number': 'number',
  'cc-exp': 'expiry',
  'cc-exp-month': 'month',
  'cc-exp-year': 'year',
  'cc-csc': 'cvv',
  'cc-name': 'holder',
  'cc-given-name': 'holder',
  'cc-family-name': 'holder',
  name: 'holder',
  'given-name': 'holder',
  'family-name': 'holder',
  email: 'email',
  username: 'email',
  tel: 'phone',
  'tel-national': 'phone',
  'current-password': 'password',
  'one-time-code': 'code',
  'street-address': 'street',
  'address-line1': 'street',
  'address-level2': 'city',
  'address-level1': 'state',
  'postal-code': 'postal',
  country: 'country',
  'country-name': 'country',
};

/** Usual names of these fields in texts; the first match counts. */
const named: readonly (readonly [Role, RegExp])[] = [
  ['cvv', /\b(cvv2?|cvc2?|csc|cvn|cid)\b|(security|verification|validation) (code|number)|back of (the|your) card/i],
  ['expiry', /\bmm\W{0,3}(yy|yyyy)\b/i],
  ['month', /(exp\w*|valid\w*)\W*(\w+\W+)?(month|mm)\b|^\W*(month|mm)\W*$|\bexp_?month|month of expiry/i],
  ['year', /(exp\w*|valid\w*)\W*(\w+\W+)?(year|yyyy)\b|^\W*(year|yyyy|yy)\W*$|\bexp_?year|year of expiry/i],
  ['expiry', /\bexp(ir\w*|\b|_?date)|valid (thru|through|until|to)/i],
  [
    'holder',
    /card ?holder|name on (the |your )?card|(full|first|last|your|given|family|holder'?s?|account) name|^\W*name\W*$/i,
  ],
  [
    'number',
    /\b(card|debit|credit|cc)\W*(number|num|no|nr|digits)\b|\bpan\b|^\W*(debit |credit |bank |test )?card\W*$/i,
  ],
  ['email', /e-?mail|user ?name/i],
  ['phone', /phone|mobile|\btel\b/i],
  ['password', /pass ?word|pass ?phrase/i],
  ['code', /\b(otp|pin|passcode)\b|one[- ]time|(confirmation|access|sms) code/i],
  ['street', /street|address/i],
  ['city', /\b(city|town)\b/i],
  ['state', /\b(state|province|region)\b/i],
  ['postal', /\b(zip|post(al)? ?code)\b/i],
  ['country', /\bcountry\b/i],
];

/** Splits names and ids as programmers write them into words: `cardNumber`, `exp_month`, `cc-csc`. */
const spelled = (hints: string) =>
  hints
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_\-.[\]]+/g, ' ')
    .replace(/\bcc (?=exp)/gi, '')
    .replace(/\b(card)(number|num|no|cvv|cvc|expiry|holder)\b/gi, '$1 $2')
    .replace(/\b(cc)(num|number)\b/gi, '$1 $2');

/** What each field asks for, in the order of the page. Buttons have no role. */
export function rolesOf(controls: readonly Control[]): Map<Control, Role> {
  const roles = new Map<Control, Role>();
  let before: Control | undefined;
  for (const control of controls.filter(({ tag }) => tag !== 'button')) {
    let role = roleOf(control);
    const last = before && roles.get(before);
    // One label for two fields: "Expiry [MM] / [YY]".
    if (before !== undefined && (role === 'unknown' || role === 'expiry') && (last === 'expiry' || last === 'month')) {
      const nameless = !/\p{L}{3}/u.test(control.words) && !/\p{L}{3}/u.test(control.near);
      if (nameless || (role === 'expiry' && short(control) && short(before))) {
        roles.set(before, 'month');
        role = 'year';
      }
    }
    roles.set(control, role);
    before = control;
  }
  return roles;
}

const short = ({ maxLength, tag }: Control) => tag === 'select' || (maxLength > 0 && maxLength <= 4);

function roleOf(control: Control): Role {
  const { tag, type, words, near, placeholder, autocomplete, hints, options, named: selector } = control;
  if (selector !== null && selector in roleOfSelector) return roleOfSelector[selector as keyof typeof roleOfSelector];
  if (type === 'radio' || type === 'checkbox') return 'choice';
  const token = autocomplete.split(/\s+/).at(-1) ?? '';
  const told = roleOfAutocomplete[token];
  if (told !== undefined) return told;
  if (type === 'month') return 'expiry';
  if (type === 'email') return 'email';
  if (tag === 'select') {
    const values = options.map((option) => Number(option.value.trim() || Number.NaN));
    const texts = options.map(({ text }) => Number(text.trim().slice(0, 2)));
    const within = (numbers: number[], from: number, to: number) =>
      numbers.filter((number) => number >= from && number <= to).length;
    const asks = `${words} ${near} ${spelled(hints)}`;
    const years =
      within(
        options.map(({ text }) => Number(text.trim())),
        2020,
        2099,
      ) > 2;
    if (years || (/year|\byy/i.test(asks) && !/month/i.test(words))) return 'year';
    if (options.length >= 12 && options.length <= 13 && (within(values, 1, 12) >= 12 || within(texts, 1, 12) >= 12))
      return 'month';
    if (within(values, 24, 60) > 2 || within(values, 2020, 2099) > 2) return 'year';
  }
  if (/^\D*(\d[\d ]{11,}\d)\D*$/.test(placeholder) || /([•*x\d]{4}[ -]){3}/i.test(placeholder)) return 'number';
  for (const text of [words, spelled(hints), near]) {
    const role = named.find(([, pattern]) => pattern.test(text))?.[0];
    if (role !== undefined) return role;
  }
  if (type === 'password') return 'password';
  return type === 'tel' && control.maxLength !== 3 ? 'phone' : 'unknown';
}

/** Texts for a text field, most likely first; empty where the field should be left alone. */
export function answersFor(role: Role, control: Control, card: Card, person: Person): readonly string[] {
  const yy = String(card.year).slice(-2);
  const yyyy = String(card.year);
  const mm = String(card.month).padStart(2, '0');
  const limit = (text: string) => (control.maxLength > 0 ? text.slice(0, control.maxLength) : text);
  switch (role) {
    case 'number': {
      const spaced = card.number.replace(/(.{4})(?=.)/g, '$1 ');
      return /\d \d/.test(control.placeholder) ? [spaced, card.number] : [card.number, spaced];
    }
    case 'expiry': {
      if (control.type === 'month') return [`${yyyy}-${mm}`];
      if (control.type === 'date') return [`${yyyy}-${mm}-01`];
      const asked = /\bmm( ?[/.\- ]? ?)(yyyy|yy)\b/i.exec(`${control.placeholder} ${control.words} ${control.near}`);
      const wanted = asked && `${mm}${asked[1]}${asked[2]?.length === 4 ? yyyy : yy}`;
      const usual = [`${mm}/${yy}`, `${mm}/${yyyy}`, `${mm}${yy}`, `${mm} / ${yy}`, `${mm}-${yy}`, `${mm}${yyyy}`];
      return [...new Set(wanted === null ? usual : [wanted, ...usual])];
    }
    case 'month':
      return control.type === 'number' ? [String(card.month)] : [mm, String(card.month)];
    case 'year': {
      const asksTwo = control.maxLength === 2 || (/\byy\b/i.test(control.words) && !/yyyy/i.test(control.words));
      return asksTwo ? [yy, yyyy] : [yyyy, yy];
    }
    case 'cvv':
      return [card.cvv];
    case 'holder':
      return ['Ada Obi'];
    case 'email':
      return [person.email];
    case 'phone':
      return ['08031234567', '+2348031234567'];
    case 'password':
      return [person.password];
    case 'code':
      return [limit('123456'), '1234'];
    case 'street':
      return ['1 Marina Road'];
    case 'city':
    case 'state':
      return ['Lagos'];
    case 'postal':
      return ['100001'];
    case 'country':
      return ['Nigeria'];
    default:
      return control.required ? [control.type === 'number' ? '1' : limit('Test')] : [];
  }
}

/** The option to choose in a list; undefined where none has to be chosen. */
export function optionFor(role: Role, { options, required, value }: Control, card: Card): string | undefined {
  const numbered = (option: { value: string; text: string }, ...numbers: number[]) =>
    [option.value, option.text.slice(0, 4)].some((text) => text.trim() !== '' && numbers.includes(Number(text)));
  if (role === 'month') {
    const months = options.filter(({ text, value: v }) => /\d/.test(v + text) || /^\p{L}{3}/u.test(text));
    const known = options.find(
      (option) => numbered(option, card.month) || Number.parseInt(option.text, 10) === card.month,
    );
    return (known ?? months.slice(-12)[card.month - 1])?.value;
  }
  if (role === 'year') {
    const known = options.find((option) => numbered(option, card.year, card.year % 100));
    // If the list ends before the card's year, its latest year is used.
    const year = ({ text }: { text: string }) => Number(/\d+/.exec(text)?.[0] ?? 0);
    return (known ?? options.toSorted((a, b) => year(b) - year(a))[0])?.value;
  }
  const byCard = options.find(({ text }) => /\bcard\b/i.test(text));
  if (byCard !== undefined) return byCard.value === value ? undefined : byCard.value;
  if (role === 'country') return options.find(({ text }) => /nigeria/i.test(text))?.value;
  return value === '' && (required || role !== 'unknown')
    ? options.find((option) => option.value !== '')?.value
    : undefined;
}
