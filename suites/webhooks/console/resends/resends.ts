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

type Entries = Awaited<ReturnType<CheckContext['console']['deliveries']>>;

/** A history after both of its events were resent. */
export interface Resent {
  readonly history: History;
  /** The console's list before and after the resends. */
  readonly before: Entries;
  readonly after: Entries;
  secret(received: Received): ReturnType<typeof signatures>;
  /** Like `stampedOutside`, with readings of the target's clock before and after. */
  stamped(all: readonly object[], slack?: number): ReturnType<typeof stampedOutside>;
}

async function resend(context: CheckContext, history: History): Promise<Resent> {
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
  const before = await console.deliveries(merchant);
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
  await time.until('the new entries are listed', 60, async () => {
    after = await console.deliveries(merchant);
    return after.length >= before.length + 2 ? true : undefined;
  });
  return { history, before, after, secret: signatures, stamped: (all, slack) => stampedOutside(all, moments, slack) };
}

const resends = new Map(
  everyRow.map((row) => [
    row,
    shared(
      `resent, ${row.environment === 'live' ? 'live, ' : ''}${row.happening.what}`,
      ['webhooks', 'deliveries', 'resend', ...(row.environment === 'live' ? (['live'] as const) : [])],
      async (context) => resend(context, await row.history(context)),
    ),
  ]),
);

export function resentOf(context: CheckContext, row: Row): Promise<Resent> {
  const found = resends.get(row);
  if (found === undefined) throw new Blocked('suite fault: a row without a resend');
  return found(context);
}
