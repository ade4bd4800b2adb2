import { type Role, rolesOf } from './page-fields.ts';
import type { Control, Survey } from './page-survey.ts';

/** The next action of a buyer on a hosted page. */
export type PageAction =
  | { readonly do: 'fill'; readonly control: Control; readonly role: Role }
  | { readonly do: 'press'; readonly control: Control; readonly kind: Press; readonly words: string };

/** `choose`: a payment method, or a box to tick. `pay`: may be what pays. `go`: leads on. */
export type Press = 'choose' | 'pay' | 'go';

export interface NextActions {
  /** All fields that should be filled in now. */
  readonly fill: readonly (PageAction & { do: 'fill' })[];
  /** What to press once everything is filled in. */
  readonly press: (PageAction & { do: 'press' }) | undefined;
  /** Whether a field for the card number is visible. */
  readonly card: boolean;
  /** Whether such a field is empty. */
  readonly cardEmpty: boolean;
  /** A button that would be pressed is disabled. */
  readonly held: boolean;
  readonly anything: boolean;
}

const cardRoles: ReadonlySet<Role> = new Set(['number', 'expiry', 'month', 'year', 'cvv']);
const neverPress =
  /\b(cancel|back|return|close|decline[ds]?|reject|fail\w*|dispute|refund|report|help|edit|remove|delete|copy|sign ?out|log ?out|another|forgot\w*|register|resend|terms|privacy|powered|releas\w*|receipt|received|deliver\w*|satisfied|problem)\b|sign ?up/i;
const otherWays = /\b(transfer|ussd|bank|qr|mobile money|crypto|voucher|gift|paypal|apple|google)\b/i;
const pays =
  /\b(pay|pays|fund|purchase|buy|donate|authori[sz]e)\b|place (the |your |my )?order|complete (the |your |my )?(payment|order|purchase)/i;
const confirms = /\b(confirm|approve|complete|finish|submit|agree|accept|yes|ok|okay|verify|send)\b/i;
/** After Pay, an escrow page may ask the buyer to confirm that the goods arrived: only buttons with these plain words are pressed then. */
const plainConfirmation =
  /^\W*(yes|ok|okay|continue|proceed|next|sign ?in|log ?in|(confirm|submit|verify|approve|complete)( (the |your |my |this )?(payment|pin|code))?)\W*$/i;
const leads = /\b(continue|next|proceed|start|check ?out)\b|sign ?in|log ?in/i;
const byCard = /\b(card|debit|credit|visa|mastercard)\b/i;

/** The mark on a pressed button: it may be pressed again once its words change or something else was filled in. */
export const pressedMark = (words: string, fills: number) => `${words} #${fills}`;

/**
 * What there is to do on a page, from the words of its fields and buttons. `fills`: how often something was filled in;
 * `submitted`: Pay was pressed.
 */
export function nextActions(
  surveys: readonly Survey[],
  goal: 'checkout' | 'escrow',
  fills: number,
  submitted: boolean,
): NextActions {
  const fill: (PageAction & { do: 'fill' })[] = [];
  const roles = new Map(surveys.flatMap(({ controls }) => [...rolesOf(controls)]));
  for (const [control, role] of roles) {
    if (role === 'choice' || !control.enabled) continue;
    const { value, done, tag } = control;
    const first = done === null && (value === '' || cardRoles.has(role) || tag === 'select');
    if ((first || (done === 'filled' && value === '')) && !optional(control)) fill.push({ do: 'fill', control, role });
  }
  const visible = [...roles.values()];
  const card = visible.includes('number');
  const controls = surveys.flatMap((survey) => survey.controls);
  const choice = goal === 'checkout' ? cardChoice(controls, roles, card) : undefined;
  const tick = boxToTick(controls, roles);
  const buttons = controls
    .filter(({ tag }) => tag === 'button')
    .map((control) => ({ control, rank: rank(control, goal, card) }))
    .filter(
      ({ control: { words }, rank }) =>
        rank > 0 && !(submitted && goal === 'escrow' && rank < 50 && !plainConfirmation.test(words)),
    )
    .sort((a, b) => b.rank - a.rank);
  // A link such as "Pay with Example" in a heading leads away from the page whose own button pays.
  const hasButton = buttons.some(({ control, rank }) => control.type !== 'link' && rank >= (card ? 30 : 50));
  const open = buttons.filter(
    ({ control }) =>
      control.enabled &&
      control.done !== pressedMark(wordsOf(control), fills) &&
      !(hasButton && control.type === 'link' && control.named === null),
  );
  const best = open[0];
  const press = choice ?? tick;
  return {
    fill,
    press:
      press !== undefined
        ? { do: 'press', control: press, kind: 'choose', words: wordsOf(press) }
        : best && {
            do: 'press',
            control: best.control,
            kind: best.rank >= 20 ? 'pay' : 'go',
            words: wordsOf(best.control),
          },
    card,
    cardEmpty: [...roles].some(([control, role]) => role === 'number' && control.value === ''),
    held: buttons.some(({ control }) => !control.enabled),
    anything: roles.size > 0 || buttons.length > 0,
  };
}

const byTransfer = /\btransfer\b/i;
const wasSent =
  /\bI('ve|’ve| have)? (made|sent|paid|done|transferred|completed)\b|\b(transfer|payment|money) (is |was )?(made|sent|done)\b/i;

/** As `nextActions`, for payment by bank transfer: chooses that method, and states that the money was sent. */
export function nextTransferActions(surveys: readonly Survey[], fills: number): NextActions {
  const controls = surveys.flatMap((survey) => survey.controls);
  const isWay = (control: Control) => byTransfer.test(wordsOf(control)) && !byCard.test(wordsOf(control));
  const radios = controls.filter((control) => control.type === 'radio' && isWay(control));
  const radio = radios.find(({ checked, enabled, done }) => !checked && enabled && done === null);
  const isChosen = radios.some(({ checked }) => checked);
  const hasCard = surveys.some((survey) => [...rolesOf(survey.controls).values()].includes('number'));
  const rankOf = (control: Control) => {
    const { words, tag, enabled, done } = control;
    if (tag !== 'button' || !enabled || words === '' || words.length > 60 || neverPress.test(words)) return 0;
    if (done === pressedMark(wordsOf(control), fills) || byCard.test(words)) return 0;
    if (wasSent.test(words)) return 50;
    if (isWay(control)) return 30;
    return (isChosen || !hasCard) && (leads.test(words) || confirms.test(words) || pays.test(words)) ? 10 : 0;
  };
  const [best] = controls
    .map((control) => ({ control, rank: rankOf(control) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank);
  const press = radio ?? best?.control;
  const kind = radio !== undefined ? 'choose' : best?.rank === 50 ? 'pay' : 'go';
  return {
    fill: [],
    press: press && { do: 'press', control: press, kind, words: wordsOf(press) },
    card: false,
    cardEmpty: false,
    held: false,
    anything: press !== undefined,
  };
}

export const wordsOf = ({ words, near }: Control) => (words || near).slice(0, 60);

function optional(control: Control): boolean {
  if (control.required) return false;
  return /optional|promo|coupon|discount|voucher|search|gift/i.test(
    `${control.words} ${control.near} ${control.hints}`,
  );
}

/** The control that chooses payment by card, where there is a choice and the card is not chosen yet. */
function cardChoice(
  controls: readonly Control[],
  roles: ReadonlyMap<Control, Role>,
  card: boolean,
): Control | undefined {
  const fits = (control: Control) => {
    // Its label if it has one: nearby text may belong to what the choice leads to.
    const says = (control.words || control.near).trim();
    return control.enabled && control.done === null && byCard.test(says) && !otherWays.test(says) && says.length <= 80;
  };
  const radio = controls.find((control) => control.type === 'radio' && !control.checked && fits(control));
  if (radio !== undefined) return radio;
  if (card) return undefined;
  return controls.find(
    (control) =>
      !roles.has(control) &&
      !control.checked &&
      fits(control) &&
      !neverPress.test(control.words) &&
      !/\b(number|add|save|holder|gift)\b/i.test(control.words),
  );
}

/** A box that must be ticked, or a radio button of a group in which none is chosen. */
function boxToTick(controls: readonly Control[], roles: ReadonlyMap<Control, Role>): Control | undefined {
  const choices = controls.filter(
    (control) => roles.get(control) === 'choice' && control.enabled && control.done === null,
  );
  const terms = choices.find(
    (control) =>
      control.type === 'checkbox' &&
      !control.checked &&
      (control.required || /\b(agree|accept|consent|confirm|terms)\b/i.test(`${control.words} ${control.near}`)),
  );
  if (terms !== undefined) return terms;
  const radios = controls.filter(({ type }) => type === 'radio');
  return choices.find(
    (control) =>
      control.type === 'radio' &&
      !radios.some(
        (other) => other.hints.split(' ')[0] === control.hints.split(' ')[0] && (other.checked || other.done),
      ),
  );
}

/** How likely a button leads on; 0: never press it; 20 and more: it may be the one that pays. */
function rank(control: Control, goal: 'checkout' | 'escrow', card: boolean): number {
  if (control.named === (goal === 'escrow' ? 'escrowPayButton' : 'payButton')) return 100;
  const { words } = control;
  if (words === '' || words.length > 60 || neverPress.test(words) || control.type === 'tab') return 0;
  if (goal === 'checkout' && otherWays.test(words) && !byCard.test(words)) return 0;
  if (pays.test(words)) return 50;
  if (confirms.test(words)) return card || goal === 'escrow' ? 40 : 15;
  if (leads.test(words)) return card ? 30 : 10;
  return control.type === 'submit' ? (card ? 20 : 5) : 0;
}
