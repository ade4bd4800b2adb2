import {
  Blocked,
  type CheckContext,
  NotExercised,
  type Received,
  shared,
  signatures,
} from '../../../../lib/interface/index.ts';
import { everyRow, type History, type Row } from '../../happenings/histories.ts';
import { type Moment, stampedOutside } from '../../retries/moments.ts';
import { newIn } from '../entries.ts';

type Entries = Awaited<ReturnType<CheckContext['console']['deliveries']>>;

/** A history, and the console's list at its end. */
export interface Listed {
  readonly history: History;
  readonly before: Entries;
}

/** The same after both of its events were resent, and the list then. */
export interface Resent extends Listed {
  readonly after: Entries;
  /** The `seq` of the last webhook that had come by then. */
  readonly received: number;
  secret(received: Received): ReturnType<typeof signatures>;
  /** Like `stampedOutside`, with readings of the target's clock before and after. */
  stamped(all: readonly object[], slack?: number): ReturnType<typeof stampedOutside>;
}

async function resend(context: CheckContext, { history, before }: Listed): Promise<Resent> {
  const { console, time, capture } = context;
  const { merchant, happening } = history;
  const { kind } = happening;
  const moments: Moment[] = [];
  const look = async () => {
    const { received } = capture.stats;
    const now = await console.now();
    if (now === undefined) throw new NotExercised('the target does not say what time it is');
    const moment = { at: now.at / 1_000, uncertain: now.uncertaintyMs / 1_000, received };
    moments.push(context.sees("the target's clock", moment));
  };
  await look();
  for (const { reference } of [history.failing, history.acknowledged]) {
    const entry = before.find((each) => each.reference === reference && each.event === kind);
    if (entry === undefined) throw new Blocked(`the console does not list the ${kind} for ${reference}`);
    await console.resend(merchant, entry.id);
  }
  const has = ({ reference }: { reference: string }) =>
    merchant.webhooks.all(kind, reference).some(({ delivery }) => delivery.seq > history.before);
  await time.until(`the ${kind} events arrive again`, merchant.webhooks.arrival, () =>
    has(history.failing) && has(history.acknowledged) ? true : undefined,
  );
  await look();
  let after = await console.deliveries(merchant);
  await time.until('the new entries are listed, with an attempt', 60, async () => {
    after = await console.deliveries(merchant);
    return newIn(before, after).value.filter(({ attempts }) => attempts.length > 0).length >= 2 ? true : undefined;
  });
  return {
    history,
    before,
    after,
    received: capture.stats.received,
    secret: signatures,
    stamped: (all, slack) => stampedOutside(all, moments, slack),
  };
}

const needsOf = ({ environment }: Row) =>
  ['webhooks', 'deliveries', ...(environment === 'live' ? (['live'] as const) : [])] as const;
const titled = ({ environment, happening }: Row) => `${environment === 'live' ? 'live, ' : ''}${happening.what}`;

const lists = new Map(
  everyRow.map((row) => [
    row,
    shared(`listed, ${titled(row)}`, needsOf(row), async (context): Promise<Listed> => {
      const history = await row.history(context);
      return { history, before: await context.console.deliveries(history.merchant) };
    }),
  ]),
);

const resends = new Map(
  everyRow.map((row) => [
    row,
    shared(`resent, ${titled(row)}`, [...needsOf(row), 'resend'], async (context) =>
      resend(context, await listedOf(context, row)),
    ),
  ]),
);

/** What is listed, whether or not it can be resent: an event that is not listed cannot. */
export function listedOf(context: CheckContext, row: Row): Promise<Listed> {
  const found = lists.get(row);
  if (found === undefined) throw new Blocked('suite fault: a row without a list');
  return found(context);
}

export function resentOf(context: CheckContext, row: Row): Promise<Resent> {
  const found = resends.get(row);
  if (found === undefined) throw new Blocked('suite fault: a row without a resend');
  return found(context);
}
