import { type Ask, namesIn, type ReceiverAnswer, type Step, type Story } from '../../engine/explore/story.ts';
import { kobo } from '../actors/kobo.ts';
import type { Answered, Telling } from './stage.ts';

const people: Readonly<Record<string, string>> = { a: 'merchant A', b: 'merchant B', live: 'the live merchant' };

/** What a request does: the first line that matches. `$1` is the first name in its path, or the one in its body. */
const asks: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/^POST \/v1\/checkouts$/, 'creates the checkout $1'],
  [/^POST \/v1\/refunds$/, 'asks for the refund $1'],
  [/^POST \/v1\/payouts$/, 'asks for the payout $1'],
  [/^POST \/v1\/escrows$/, 'creates the escrow $1'],
  [/^POST \/v1\/wallet-links$/, 'asks to link a wallet'],
  [/^POST \/v1\/escrows\/.*\/release$/, 'releases the escrow $1'],
  [/^POST \/v1\/escrows\/.*\/refund$/, 'refunds the escrow $1'],
  [/^POST \/v1\/escrows\/.*\/cancel$/, 'cancels the escrow $1'],
  [/^POST .*\/approve$/, "approves the link $1 by the sandbox's call"],
  [/^POST .*\/reject$/, "rejects the link $1 by the sandbox's call"],
  [/^DELETE /, 'unlinks $1'],
  [/^GET \/v1\/balance$/, 'looks at the balance'],
  [/^GET \/v1\/wallets\//, 'looks at the balance of the wallet $1'],
  [/^GET \/v1\/accounts\//, 'looks for the account $1'],
  [/^GET \/v1\/banks$/, 'looks at the list of banks'],
  [/^GET /, 'looks at $1'],
];

const acts: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/settle$/, 'the payment of the checkout $1 ends'],
  [/pay$/, 'a buyer pays the escrow $1'],
  [/dispute$/, 'the buyer asks for a refund of the escrow $1'],
  [/buyer-release$/, 'the buyer releases the escrow $1'],
  [/owner$/, "the wallet's owner decides about the link $1"],
  [/wallets$/, 'there is a wallet $1'],
  [/resend$/, 'a webhook of the list is sent again, from the console'],
  [/rotate-webhook-secret$/, 'the webhook secret is rotated'],
  [/^GET .*deliveries$/, "the console's list of deliveries is read"],
  [/^PATCH /, 'settings are changed'],
];

/** A story in words: one line per step, with its result. */
export function inWords(story: Story, { answers }: Pick<Telling, 'answers'>): string[] {
  const keys = new Set<string>();
  // A repeated step is the same object again.
  const open = [...answers];
  const answerTo = (step: Step) => {
    const at = open.findIndex((answer) => answer.step === step);
    return at === -1 ? undefined : open.splice(at, 1)[0];
  };
  let number = 0;
  return story.flatMap((step) => {
    number++;
    const steps = 'together' in step ? step.together : [step];
    return steps.map((each, at) => {
      const mark = steps.length === 1 ? `${number}` : `${number}${String.fromCharCode(97 + at)}`;
      const answer = answerTo(each);
      const atOnce = at > 0 ? ', at the same moment' : '';
      const came = answer === undefined || answer.words === '' ? '' : ` → ${answer.words}`;
      const exchange = answer?.exchange ? ` (exchange ${answer.exchange})` : '';
      return `${mark}. ${'together' in each ? '' : sentence(each, keys)}${atOnce}${came}${exchange}`;
    });
  });
}

function sentence(step: Answered['step'], keys: Set<string>): string {
  if ('seconds' in step) return `${durationOf(step.seconds)} pass`;
  const [name = ''] = namesIn(step);
  if ('receiver' in step) {
    const { receiver, answers } = step;
    const about = name === '' ? '' : ` about ${name}`;
    return `the receiver of ${people[receiver] ?? receiver} answers webhooks${about} with ${answersOf(answers)}`;
  }
  if ('control' in step) {
    const found = acts.find(([pattern]) => pattern.test(step.control));
    const { outcome, decision, buyerEmail, webhookUrl } = step.body ?? {};
    const address = webhookUrl === null ? 'no address for webhooks' : webhookUrl && `the address ${String(webhookUrl)}`;
    const more = outcome ?? decision ?? address ?? (buyerEmail === undefined ? undefined : `as ${String(buyerEmail)}`);
    return `${(found?.[1] ?? step.control).replace('$1', name)}${more === undefined ? '' : `: ${String(more)}`}`;
  }
  const found = asks.find(([pattern]) => pattern.test(step.ask));
  return `${people[step.by] ?? step.by} ${(found?.[1] ?? step.ask).replace('$1', name)}${details(step, keys)}`;
}

const wrongly: Readonly<Record<string, string>> = {
  'unknown key': 'an unknown key',
  'unknown merchant': 'an unknown merchant id',
  'other environment': 'the key of the other environment',
  'no scheme': 'the key alone, without a scheme',
  'scheme Basic': 'the key behind the scheme Basic',
  'scheme Token': 'the key behind the scheme Token',
};

/** `500, then cut, then 200 from then on`. */
function answersOf(answers: readonly ReceiverAnswer[]): string {
  return `${answers.join(', then ')}${answers.length > 1 ? ' from then on' : ''}`;
}

function details({ body, key, as }: Ask, keys: Set<string>): string {
  const { amount, paymentReference, reason } = body ?? {};
  const isAgain = key !== undefined && keys.has(key);
  if (key !== undefined) keys.add(key);
  return [
    amount === undefined ? '' : ` of ${kobo(amount)}`,
    paymentReference === undefined ? '' : ` for ${String(paymentReference).slice(1, -1)}`,
    reason === undefined ? '' : ` with the reason ${JSON.stringify(reason)}`,
    isAgain ? `, under the key ${key} again` : '',
    as === undefined ? '' : `, with ${wrongly[as] ?? as}`,
  ].join('');
}

function durationOf(seconds: number): string {
  const [unit, size] = seconds % 3_600 === 0 ? ['hour', 3_600] : seconds % 60 === 0 ? ['minute', 60] : ['second', 1];
  const count = seconds / Number(size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Replaces the references of the target by their names in the story. */
export function byName(text: string, { values }: Pick<Telling, 'values'>): string {
  const known = [...values].sort(([one], [other]) => other.length - one.length);
  return known.reduce((told, [value, name]) => told.replaceAll(value, name), text);
}
