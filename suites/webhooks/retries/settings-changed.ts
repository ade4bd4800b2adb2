import {
  type Answer,
  Blocked,
  type Capability,
  type CheckContext,
  captured,
  checks,
  expect,
  shared,
} from '../../../lib/interface/index.ts';
import { EVENT, sentAll, separate, whenInstead } from '../support.ts';
import type { Rule } from './answers.ts';
import { dueAfter, END, HOUR, keptSchedules, MINUTE, SCHEDULE, timesOf } from './timing.ts';

// "Any other answer is retried" has no exception for changes in the console: each class of answers, before and after each change of a
// setting. Which secret signs a retry, and to which address it goes, is not shown.

/** The answer to every attempt of a delivery. */
const answers: readonly { rule: Rule; answer: Answer }[] = [
  ...[401, 403, 404, 410, 400, 409, 429].map((answer) => ({ rule: 'delivery.4xx-retried', answer }) as const),
  ...[500, 503].map((answer) => ({ rule: 'delivery.5xx-retried', answer }) as const),
  { rule: 'delivery.3xx-retried', answer: 302 },
  { rule: 'delivery.connection-failure-retried', answer: 'cut' },
];

type Change = (context: CheckContext) => Promise<unknown>;

const rotated: Change = ({ console, merchant }) => console.rotateWebhookSecret(merchant);
const linksRequired: Change = ({ console, merchant }) => console.change(merchant, { requireLinkedWallets: true });
const firstAddress: Change = ({ console, merchant, capture }) =>
  console.change(merchant, { webhookUrl: new URL(merchant.webhooks.path, capture.url).href });

/** An address that answers these events as the first address does. */
function another({ merchant, capture }: CheckContext) {
  const { path, url } = capture.hook();
  separate(merchant.webhooks.path, path);
  return async ({ console }: CheckContext, events: readonly { reference: string; answer: Answer }[]) => {
    for (const { reference, answer } of events) capture.script({ path, event: EVENT, reference }, answer);
    await console.change(merchant, { webhookUrl: url });
  };
}

/** Seconds after the first attempt: before its first retry, and between its second and third. */
export const [SOON, LATER] = [20, 8 * MINUTE];

type Name = 'rotated' | 'linked' | 'address' | 'back';

interface History {
  readonly what: string;
  readonly needs: readonly Capability[];
  readonly changes: readonly { readonly after: number; readonly change: Name }[];
}

const rotation: readonly Capability[] = ['rotate-secret'];
const histories: readonly History[] = [
  {
    what: 'the secret is rotated before the first retry',
    needs: rotation,
    changes: [{ after: SOON, change: 'rotated' }],
  },
  { what: 'the secret is rotated between retries', needs: rotation, changes: [{ after: LATER, change: 'rotated' }] },
  {
    what: 'the secret is rotated twice',
    needs: rotation,
    changes: [
      { after: SOON, change: 'rotated' },
      { after: LATER, change: 'rotated' },
    ],
  },
  {
    what: 'the address is changed before the first retry, and saved again as it is between others',
    needs: ['webhook-url'],
    changes: [
      { after: SOON, change: 'address' },
      { after: LATER, change: 'address' },
    ],
  },
  {
    what: 'the address is changed before the first retry, and changed back between others',
    needs: ['webhook-url'],
    changes: [
      { after: SOON, change: 'address' },
      { after: LATER, change: 'back' },
    ],
  },
  {
    what: 'linked wallets are required before the first retry',
    needs: ['linked-wallets-setting'],
    changes: [{ after: SOON, change: 'linked' }],
  },
];

async function lived(context: CheckContext, { needs, changes }: History) {
  const { time } = context;
  const toAnother = needs.includes('webhook-url') ? another(context) : null;
  const events = await sentAll(
    context,
    answers.map(({ answer }) => [answer]),
  );
  const answered = events.map(({ reference }, at) => ({ reference, answer: answers[at]?.answer ?? 500 }));
  const address: Change = async () => await toAnother?.(context, answered);
  const acts = { rotated, linked: linksRequired, address, back: firstAddress };
  let now = 0;
  for (const { after, change } of changes) {
    await time.wait(after - now, 'a setting is changed between attempts');
    now = after;
    await acts[change](context);
  }
  await time.wait(END - now, 'retries come');
  return events;
}

const lives = histories.map((history) => ({
  ...history,
  life: shared(`failing deliveries while ${history.what}`, ['webhooks', 'clock', ...history.needs], (context) =>
    lived(context, history),
  ),
}));

const rows = lives.flatMap((history) => answers.map((row, at) => ({ ...history, ...row, at })));

checks(
  ({ rule }) => rule,
  [
    ...rows,
    ...rows.filter(({ answer }) => answer === 500).map((row) => ({ ...row, rule: 'delivery.one-schedule' as const })),
  ],
  ({ answer, what }) => `a day of attempts, always answered with ${answer}, while ${what}`,
  async (context, { answer, what, at, life }) => {
    const event = (await life(context))[at];
    if (event === undefined) throw new Blocked('suite fault: nothing was sent');
    const all = captured(context, { event: EVENT, reference: event.reference });
    const times = timesOf(all).value.join(', ');

    expect(keptSchedules(all, event.first, END)).toHaveCome(
      `answered with ${answer} while ${what}: attempts at ${times} s after the first; the schedule is ${SCHEDULE}`,
    );
  },
  ({ needs }) => ({ needs: ['clock', ...needs], waits: '25h', drawn: 1 }),
);

// Each time of the schedule by itself, of every event of such a life.
export const dues = [
  { id: 'delivery.first-retry', due: MINUTE, words: '1 minute' },
  { id: 'delivery.second-retry', due: 5 * MINUTE, words: '5 minutes' },
  { id: 'delivery.later-retries', due: 30 * MINUTE, words: '30 minutes' },
  { id: 'delivery.later-retries', due: 2 * HOUR, words: '2 hours' },
  { id: 'delivery.later-retries', due: 12 * HOUR, words: '12 hours' },
] as const;

checks(
  ({ id }) => id,
  lives.flatMap((history) => dues.map((row) => ({ ...history, ...row }))),
  ({ words, what }) => `one comes ${words} after the attempt before it, or after the event, while ${what}`,
  async (context, { due, what, life }) => {
    for (const [at, event] of (await life(context)).entries()) {
      const all = captured(context, { event: EVENT, reference: event.reference });

      expect(dueAfter(all, event.first, due)).toHaveCome(
        `answered with ${answers[at]?.answer} while ${what}: ${whenInstead(timesOf(all).value, due)}`,
      );
    }
  },
  ({ needs }) => ({ needs: ['clock', ...needs], waits: '25h', drawn: 1 }),
);
