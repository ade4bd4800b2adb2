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
import { EVENT, sentAll, separate } from '../support.ts';
import type { Rule } from './answers.ts';
import { END, keptSchedules, MINUTE, SCHEDULE, timesOf } from './timing.ts';

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
const firstAddress: Change = ({ console, merchant, run }) =>
  console.change(merchant, { webhookUrl: new URL(merchant.webhooks.path, run.capture.url).href });

/** Seconds after the first attempt: before its first retry, and between its second and third. */
const [SOON, LATER] = [20, 8 * MINUTE];

interface History {
  readonly what: string;
  readonly needs: readonly Capability[];
  readonly changes: readonly { readonly after: number; readonly change: 'rotated' | 'linked' | 'address' | 'back' }[];
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
    what: 'the address is changed before the first retry',
    needs: ['webhook-url'],
    changes: [{ after: SOON, change: 'address' }],
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
  const { run, merchant, console, time } = context;
  const there = run.hook();
  if (needs.includes('webhook-url')) separate(merchant.webhooks.path, there.path);
  const events = await sentAll(
    context,
    answers.map(({ answer }) => [answer]),
  );
  const toAnother: Change = async () => {
    for (const [at, { reference }] of events.entries())
      run.capture.script({ path: there.path, reference }, answers[at]?.answer ?? 500);
    await console.change(merchant, { webhookUrl: there.url });
  };
  const acts = { rotated, linked: linksRequired, address: toAnother, back: firstAddress };
  let now = 0;
  for (const { after, change } of changes) {
    await time.wait(after - now, 'a setting is changed between attempts');
    now = after;
    await acts[change](context);
  }
  await time.wait(END - now, 'retries come');
  return events;
}

const rows = histories.flatMap((history) => {
  const life = shared(`failing deliveries while ${history.what}`, ['webhooks', 'clock', ...history.needs], (context) =>
    lived(context, history),
  );
  return answers.map((row, at) => ({ ...history, ...row, at, life }));
});

checks(
  ({ rule }) => rule,
  rows,
  ({ answer, what }) => `a day of attempts, always answered with ${answer}, while ${what}`,
  async (context, { answer, what, at, life }) => {
    const event = (await life(context))[at];
    if (event === undefined) throw new Blocked('suite fault: nothing was sent');
    const all = captured(context.run, { event: EVENT, reference: event.reference });
    const times = timesOf(all).value.join(', ');

    expect(keptSchedules(all, event.first, END)).toHaveCome(
      `answered with ${answer} while ${what}: attempts at ${times} s after the first; the schedule is ${SCHEDULE}`,
    );
  },
  ({ needs }) => ({ needs: ['clock', ...needs], waits: '25h', drawn: 1 }),
);
