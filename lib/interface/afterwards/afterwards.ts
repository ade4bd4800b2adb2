import { Blocked, NotExercised } from '../../engine/checks/outcome.ts';
import { type Client, type Exchange, NetworkError } from '../../engine/http/index.ts';
import { ControlError } from '../../engine/run/merchants/control.ts';
import type { Activity } from '../../engine/time/activity.ts';
import { aBankName } from '../actors/banks.ts';
import { checkoutBody, escrowBody, payoutBody, refundBody } from '../actors/bodies.ts';
import type { PaymentsRun } from '../actors/run.ts';
import { ofShop, shopOf } from '../actors/shop.ts';
import { TestData } from '../actors/test-data.ts';
import type { Control } from '../control/control.ts';
import { type Creator, creatorsOf, noting } from './created.ts';

// A check looks at what it is about. Whether its merchants can go on as always after all that they did, what else they created, and what
// becomes of it later, is looked at here, for all merchants of all checks: the model of the interface judges what is answered.

/** Seconds of the target's time after which every key has room under its rate again, and what was begun last has settled. */
const RESTS = 150;

/** How many merchants act at the same time. */
const AT_ONCE = 8;

/** How many records of one merchant are read, as its rate is limited and many of its records are alike: those of its last requests. */
const MOST_OF_ONE = 4;

/** One merchant in this many goes on in one way, and reads its balance; the seed draws which. */
const ONE_IN = 3;

/**
 * Where each check has merchants of its own and time takes no time: lets some of them create and pay one thing more, each in one of the ways
 * below, and reads again what all of them have created. Returns how many requests that took.
 */
export async function afterwards(run: PaymentsRun, isOver: () => boolean): Promise<number> {
  const { target, conductor, assignment, control } = run;
  if (control === null || !conductor.controlled || !target.ownMerchants.sandbox || assignment.depth === 'first')
    return 0;
  const before = run.requests;
  const bank = aBank();
  const creators = creatorsOf(run).filter(({ access }) => access.own);
  const drawn = creators.flatMap((creator, at): Going[] => {
    const turn = assignment.seed + at;
    return turn % ONE_IN === 0 ? [{ creator, way: turn / ONE_IN }] : [];
  });
  await inTurn(run, drawn, isOver, async (going, activity) => {
    const client = clientOf(run, going.creator, activity);
    await goOn(run, control, going, client, bank);
    await ask(client, 'GET', '/v1/balance');
  });
  await inTurn(run, creators, isOver, async (creator, activity) => {
    const client = clientOf(run, creator, activity);
    for (const path of [...creator.paths].slice(-MOST_OF_ONE)) await ask(client, 'GET', path);
  });
  return run.requests - before;
}

/** A merchant that goes on, and in which of the ways. */
interface Going {
  readonly creator: Creator;
  readonly way: number;
}

async function inTurn<T extends object>(
  run: PaymentsRun,
  all: readonly T[],
  isOver: () => boolean,
  work: (each: T, activity: Activity) => Promise<void>,
): Promise<void> {
  const waiting = [...all];
  const ends = () => isOver() || run.connection.outage !== null;
  const lane = async () => {
    const activity = await run.conductor.begin(0);
    try {
      await activity.wait(RESTS * 1_000, 'all that was begun has settled');
      for (let next = waiting.pop(); next !== undefined && !ends(); next = waiting.pop()) await work(next, activity);
    } catch (error) {
      // The clock does not move any more, every request is refused, or the run was interrupted: nothing more is looked at.
      if (!(error instanceof Blocked || error instanceof NotExercised)) throw error;
    } finally {
      activity.end();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

function clientOf(run: PaymentsRun, { access }: Creator, activity: Activity): Client {
  return ofShop(run.client(access, activity, { record: noting(run, access) }), shopOf(run.assignment.appearance));
}

/** Creates one thing more, as a merchant that had done nothing before would, and pays it where that is a buyer's. */
async function goOn(
  run: PaymentsRun,
  control: Control,
  { creator: { access }, way }: Going,
  client: Client,
  bank: (client: Client) => Promise<string>,
): Promise<void> {
  const { merchantId, environment } = access;
  const data = new TestData((prefix) => run.unique(prefix), way, shopOf(run.assignment.appearance), merchantId);
  /** Returns the reference, or null where nothing was created. */
  const create = async (path: string, body: Record<string, unknown>) => {
    const created = await ask(client, 'POST', path, body);
    return created?.status === 201 ? String(body.reference) : null;
  };
  const checkout = async () => await create('/v1/checkouts', checkoutBody(data, {}));
  const refund = async () => {
    const paymentReference = await checkout();
    if (paymentReference === null) return;
    if (!(await isDone(control.settleCheckout(merchantId, paymentReference, 'succeeded')))) return;
    await create('/v1/refunds', refundBody(data, { paymentReference, amount: 101 }));
  };
  const payout = async () => await create('/v1/payouts', payoutBody(data, await bank(client), {}));
  const escrow = async () => {
    const reference = await create('/v1/escrows', escrowBody(data, {}));
    if (reference !== null) await isDone(control.payEscrow(merchantId, reference));
  };
  // A payout of live needs a balance there, and an escrow a seller.
  const ways = [checkout, refund, ...(environment === 'live' ? [checkout, checkout] : [payout, escrow])];
  await ways[way % ways.length]?.();
}

/** Null where the answer was lost: that shows nothing, and is counted elsewhere. */
async function ask(client: Client, method: string, path: string, body?: unknown): Promise<Exchange | null> {
  return await client.request({ method, path, body, onLost: 'raise' }).catch((error: unknown) => {
    if (error instanceof NetworkError) return null;
    throw error;
  });
}

/** Whether control carried out the step: not every target offers each of them. */
async function isDone(step: Promise<void>): Promise<boolean> {
  try {
    await step;
    return true;
  } catch (error) {
    if (error instanceof ControlError) return false;
    throw error;
  }
}

/** A bank of the target's own list, which is read once. */
function aBank(): (client: Client) => Promise<string> {
  let bank: Promise<string> | undefined;
  return (client) => {
    bank ??= ask(client, 'GET', '/v1/banks').then((list) => aBankName(list?.json));
    return bank;
  };
}
