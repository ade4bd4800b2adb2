import { type Answer, Blocked, checks, differentOf, expect, shared } from '../../../lib/interface/index.ts';
import { about } from '../console/entries.ts';
import { EVENT, each, sent, sentAll } from '../support.ts';
import { LONG } from './timing.ts';

// However the attempts of a delivery failed, it is abandoned after a day.

const rows: readonly { what: string; answers: readonly Answer[] }[] = [
  { what: 'none of which was answered', answers: ['cut'] },
  { what: 'all answered with 404', answers: [404] },
  { what: 'all answered with 302', answers: [302] },
  { what: 'of which only the first was answered', answers: [503, 'cut'] },
  { what: 'of which only the first was not answered', answers: ['cut', 410] },
];

const given = each(
  'deliveries that are given up',
  ['webhooks', 'deliveries', 'clock'],
  rows,
  async (context, chosen) => {
    const events = await sentAll(
      context,
      chosen.map(({ answers }) => answers),
    );
    await context.time.wait(LONG, 'the deliveries are given up');
    const list = await context.console.deliveries(context.merchant);
    return events.map(({ reference }) => about(list, reference, EVENT));
  },
);

checks(
  'delivery.abandoned',
  rows,
  ({ what }) => `after a day of attempts ${what}`,
  async (context, row) => {
    expect(differentOf(await given(context, row), 'state')).toEqual(['abandoned']);
  },
  { needs: ['clock'] },
);

// Each delivery ends independently: its end does not affect later events.

/** `seconds`: until the first event's delivery has ended. `resent`: the answer when it is then resent. */
const overs: readonly {
  readonly what: string;
  readonly answers: readonly Answer[];
  readonly seconds: number;
  readonly resent?: Answer;
}[] = [
  { what: 'was given up', answers: [503], seconds: LONG },
  { what: 'was given up, each attempt without an answer', answers: ['cut'], seconds: LONG },
  { what: 'was given up, each attempt answered with 410', answers: [410], seconds: LONG },
  { what: 'was acknowledged at its third attempt', answers: [500, 404, 200], seconds: 1_200 },
  { what: 'was acknowledged, and resent in vain until it was given up', answers: [200], seconds: 60, resent: 500 },
  { what: 'was given up, and then resent and acknowledged', answers: [500], seconds: LONG, resent: 200 },
];

const laterOnes = overs.map((row) => ({
  ...row,
  run: shared(`an event after one that ${row.what}`, needsOf(row.resent), async (context) => {
    const { merchant, console, time } = context;
    const first = await sent(context, row.answers);
    await time.wait(row.seconds, 'the first delivery is over');
    if (row.resent !== undefined) {
      const [entry] = about(await console.deliveries(merchant), first.reference, EVENT).value;
      if (entry === undefined) throw new Blocked(`the console does not list the ${EVENT} for ${first.reference}`);
      first.answer(row.resent);
      await console.resend(merchant, entry.id);
      await time.wait(row.resent === 200 ? merchant.webhooks.arrival : LONG, 'what was resent is over');
    }
    const reference = context.data.reference('pay');
    merchant.webhooks.answer({ event: EVENT, reference }, [500]);
    await merchant.payout({ reference });
    return { merchant, reference };
  }),
}));

checks(
  'webhook.payout-succeeded',
  laterOnes,
  ({ what }) => `it is sent also after an event whose delivery ${what}`,
  async (context, { run }) => {
    const { merchant, reference } = await run(context);

    await merchant.webhooks.arrives(EVENT, reference);
  },
  ({ resent }) => ({ needs: needsOf(resent), drawn: 1 }),
);

checks(
  'delivery.abandoned',
  laterOnes,
  ({ what }) => `after a day of attempts in vain, where the delivery of an event before ${what}`,
  async (context, { run }) => {
    const { merchant, reference } = await run(context);
    await context.time.wait(LONG, 'the later delivery is given up');

    expect(differentOf(about(await context.console.deliveries(merchant), reference, EVENT), 'state')).toEqual([
      'abandoned',
    ]);
  },
  ({ resent }) => ({ needs: needsOf(resent), drawn: 1 }),
);

function needsOf(resent: Answer | undefined): ['webhooks', 'deliveries', 'clock', ...'resend'[]] {
  return ['webhooks', 'deliveries', 'clock', ...(resent === undefined ? [] : (['resend'] as const))];
}
