import {
  Blocked,
  came,
  check,
  differentOf,
  distinct,
  expect,
  NotExercised,
  of,
  raw,
  withStatus,
} from '../../../lib/interface/index.ts';
import { escrowEvents } from './deeds.ts';
import { races, runOf } from './racing.ts';
import { table } from './tables.ts';

// Two ends at the same time: exactly one takes effect, and money and events agree with it.

table(
  'escrow.one-end-at-once',
  races,
  ({ what }) => `${what}: one of them comes about`,
  async (context, race) => {
    const { ended } = await runOf(context, race);

    for (const { record, done } of ended) {
      const ends = Object.entries(race.ends).filter(([, { without }]) => without === undefined || !done[without]);
      expect(of(record, 'status')).toBeOneOf(ends.map(([status]) => status));
    }
  },
);

table(
  'escrow.one-end-at-once',
  races.map((race) => ({ ...race, race, needs: [...race.needs, 'wallets' as const] })),
  ({ what }) => `${what}: the seller has what is due for the end that came about`,
  async (context, { race }) => {
    const { due, gained, fees } = await runOf(context, race);

    expect(gained, 'kobo that the seller has gained').toBe(due);
    if (fees !== null) expect(fees.gained, 'kobo that the fee wallet has gained').toBe(fees.due);
  },
);

table(
  'escrow.one-end-at-once',
  races.map((race) => ({ ...race, race, needs: [...race.needs, 'webhooks' as const] })),
  ({ what }) => `${what}: one event tells of the end that came about, none of the other`,
  async (context, { race }) => {
    const { ended, inTurn } = await runOf(context, race);

    for (const { record, told } of ended) {
      if (told === null) throw new NotExercised('the merchant has no webhook secret');
      const may = [
        ...(race.ends[String(of(record, 'status').value)]?.events ?? []),
        ...(inTurn ? ['escrow.released'] : []),
      ];
      for (const event of escrowEvents) {
        const ids = distinct(differentOf(told[event], 'json.id'));
        expect(ids, `different ${event}`).toBeLessThanOrEqual(may.includes(event) ? 1 : 0);
      }
    }
  },
);

check(
  'escrow.one-of-a-reference',
  'of four at once one is accepted',
  async ({ merchant, data }) => {
    const reference = data.reference('esc');
    const amounts = [50_000, 50_000, 60_000, 70_000];
    const answers = await came(amounts.map((amount) => merchant.createEscrow({ reference, amount }, raw)));
    if (answers.length < amounts.length) throw new Blocked('not every answer has come');

    expect(withStatus(answers, 201), 'accepted escrows').toHaveLength(1);
    expect(withStatus(answers, 409), 'refused escrows').toHaveLength(amounts.length - 1);
  },
  { alsoInLive: true },
);
