import { type Answer, checks, differentOf, expect } from '../../../lib/interface/index.ts';
import { about } from '../console/entries.ts';
import { EVENT, each, sentAll } from '../support.ts';
import { LONG } from './timing.ts';

// Whichever way all attempts of a delivery failed, it is given up after a day.

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
