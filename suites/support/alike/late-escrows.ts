import {
  Blocked,
  type CheckContext,
  type Created,
  type Exchange,
  expect,
  NotExercised,
  shared,
} from '../../../lib/interface/index.ts';
import type { Row } from './groups.ts';
import { allFields, type Late, MINUTE, moments, NAMED, rows } from './late-escrow-rows.ts';

interface Ended {
  readonly escrow: Created;
  readonly record: Exchange;
}

const lives = shared('escrows with all fields, late in their states', ['escrow-buyer-email'], async (context) => {
  const { merchant, buyer, time } = context;
  const made: { row: Late; escrow: Created }[] = [];
  for (const row of rows) {
    const escrow = await merchant.escrow({
      amount: 30_011,
      ...allFields,
      ...(row.hours && { autoReleaseHours: row.hours }),
    });
    if (!row.unpaid) await buyer.paysEscrow(merchant, escrow, NAMED);
    made.push({ row, escrow });
  }
  const ended = new Map<Late, Ended | Error>();
  let now = 0;
  for (const moment of moments) {
    await time.wait(moment - now, 'escrows come near the end of their time');
    now = moment;
    for (const { row, escrow } of made.filter((each) => each.row.at === moment))
      ended.set(row, await end(context, row, escrow));
  }
  return { merchant, ended };
});

async function end(context: CheckContext, row: Late, escrow: Created): Promise<Ended | Error> {
  try {
    await row.act?.(context, escrow);
  } catch (error) {
    if (error instanceof NotExercised) return error;
    // Turned away: its record shows that.
    if (!(error instanceof Blocked)) throw error;
  }
  const { merchant } = context;
  return { escrow, record: row.hours ? await merchant.get(escrow) : await merchant.becomes(escrow, row.status, 60) };
}

async function endOf(context: CheckContext, row: Late) {
  const { merchant, ended } = await lives(context);
  const found = ended.get(row);
  if (found === undefined) throw new Blocked('suite fault: there is no such row');
  if (found instanceof Error) throw found;
  return { merchant, ...found };
}

const title = ({ what, at }: Late) => `an escrow with all fields, ${what}, seen ${at / MINUTE} minutes after it began`;
const optionsOf = ({ needs = [] }: Late) => ({
  needs: ['escrow-buyer-email', ...needs] as const,
  waits: '73h' as const,
});

/** Checks for several chapters: see `table`. */
export const lateEscrows: readonly Row[] = rows.flatMap((row) => [
  {
    id: row.id,
    title: title(row),
    ...optionsOf(row),
    async check(context) {
      expect((await endOf(context, row)).record).toHaveField('status', row.status);
    },
  },
  ...toldOf(row),
]);

function toldOf(row: Late): Row[] {
  const { told } = row;
  if (told === undefined) return [];
  const { needs, waits } = optionsOf(row);
  return [
    {
      id: told.id,
      title: `${title(row)}: ${told.event} comes`,
      needs: [...needs, 'webhooks'],
      waits,
      async check(context) {
        const { merchant, escrow } = await endOf(context, row);
        if (merchant.access.webhookSecret === null) throw new NotExercised('the merchant has no webhook secret');

        await merchant.webhooks.arrives(told.event, escrow.reference);
      },
    },
  ];
}
