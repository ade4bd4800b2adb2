import {
  Blocked,
  type Capability,
  type CheckContext,
  type Created,
  type EventKind,
  type Exchange,
  field,
  type Link,
  type Merchant,
  NotExercised,
  summary,
} from '../../../lib/interface/index.ts';

/** The actors that a happening needs. */
export interface Actors extends Pick<CheckContext, 'buyer' | 'wallets' | 'data' | 'time'> {
  readonly merchant: Merchant;
  readonly environment: 'sandbox' | 'live';
}

/** The resource of an event, with the values that the document defines for the event. */
export interface Subject {
  readonly reference: string;
  /** Texts of which the event contains at least one even if its reference is wrong: ids, other references, a unique amount. */
  readonly marks: readonly string[];
  /** In kobo; null if the document does not define the amount. */
  readonly amountMinor: number | null;
  readonly resource?: Created;
  readonly link?: Link;
}

/** One way in which an event of this kind is caused: a row of the state tables. */
export interface Happening {
  readonly kind: EventKind;
  readonly what: string;
  /** Capabilities needed in each environment; `live` is null if it cannot be caused there. */
  readonly sandbox: readonly Capability[];
  readonly live: readonly Capability[] | null;
  /** Creates the resource. */
  begins(actors: Actors): Promise<Subject>;
  /** Triggers the transition; without it, the transition happens by itself `after` seconds. */
  readonly act?: (actors: Actors, subject: Subject) => Promise<void>;
  readonly after?: number;
  /** The kind of resource whose settlement is the happening; how soon it settles in live is not shown. */
  readonly settles?: 'refund' | 'payout';
  /** A later transition of the same resource while the event is still being retried. */
  readonly movesOn?: (actors: Actors, subject: Subject) => Promise<void>;
  /** Other kinds of events of this resource, before or afterwards. */
  readonly others: readonly EventKind[];
}

const amountOf = ({ data }: Actors) => data.faker.number.int({ min: 100_000, max: 900_000 });

export async function checkout(actors: Actors, paid = false): Promise<Subject & { resource: Created }> {
  const { merchant, buyer } = actors;
  const made = await merchant.checkout({ amount: amountOf(actors) });
  if (paid) await buyer.pays(merchant, made);
  const marks = [made.reference, String(made.id), String(made.amount)];
  return { reference: made.reference, marks, amountMinor: made.amount, resource: made };
}

export async function refund(actors: Actors, fields: { reason?: string } = {}): Promise<Subject> {
  const payment = await checkout(actors, true);
  const [reference, amountMinor] = [actors.data.reference('rfd'), payment.resource.amount - 10_007];
  const resource = { ...payment.resource, ...fields, amount: amountMinor };
  return { reference, marks: [reference, payment.reference, String(amountMinor)], amountMinor, resource };
}

export const refunds =
  (reason?: string): Happening['act'] =>
  async ({ merchant }, { reference, amountMinor, resource }) => {
    if (resource !== undefined) await merchant.refund(resource, { reference, amount: amountMinor, reason });
  };

/** Days of target time for a live settlement; if it takes longer, the check is not exercised. */
const SETTLED_DAYS = 8;

/** A step: waits for the settlement in live. Without a controlled clock it waits two minutes. */
export async function settledInLive(
  { time }: CheckContext,
  { merchant }: Actors,
  kind: 'refund' | 'payout',
  { reference }: Subject,
): Promise<void> {
  const within = time.canMove ? SETTLED_DAYS * 86_400 : 120;
  const what = `the live ${kind} ${reference} settles`;
  const settled = await time.until(what, within, async () => {
    const status = field((await merchant.get({ kind, reference })).json, 'status');
    return status === 'pending' ? undefined : { status };
  });
  if (settled === undefined) throw new NotExercised(`a live ${kind} does not settle within ${within} s`);
  // In live a settlement may fail, and which accounts exist there is not shown.
  if (settled.status === 'failed') throw new NotExercised(`the live ${kind} ${reference} has failed`);
}

export async function payout(actors: Actors): Promise<Subject> {
  const { merchant, buyer, data, environment } = actors;
  const [reference, amountMinor] = [data.reference('pay'), amountOf(actors)];
  if (environment === 'live') await buyer.paid(merchant, { amount: amountMinor + 1_000_000 });
  return { reference, marks: [reference, String(amountMinor)], amountMinor };
}

export const paysOut =
  (accountNumber: string): Happening['act'] =>
  async ({ merchant, time, environment }, { reference, amountMinor }) => {
    // How soon a payment can be paid out is not shown.
    let answer: Exchange | undefined;
    await time.until('the payout is taken', 60, async () => {
      answer = await merchant.createPayout({ reference, amount: amountMinor, recipient: { accountNumber } });
      return answer.status === 422 ? undefined : true;
    });
    if (environment === 'live' && answer && field(answer.json, 'error.code') === 'insufficient_balance')
      throw new NotExercised('a live payment cannot be paid out within 60 s');
    if (answer?.status !== 201)
      throw new Blocked(`a payout should have been created; got ${answer && summary(answer)}`);
  };

export async function escrow(actors: Actors, paid: boolean, fields: Record<string, unknown> = {}): Promise<Subject> {
  const { merchant, buyer, wallets, environment } = actors;
  const seller = environment === 'live' ? { seller: { walletId: (await wallets.make({ environment })).walletId } } : {};
  const made = await merchant.escrow({ amount: amountOf(actors), ...seller, ...fields });
  if (paid) await buyer.funds(merchant, made);
  return { reference: made.reference, marks: [made.reference, String(made.id)], amountMinor: null, resource: made };
}

/** The expected amount is that of the escrow, reduced by `less`. */
export async function escrowOf(actors: Actors, less = 0, fields: Record<string, unknown> = {}): Promise<Subject> {
  const subject = await escrow(actors, true, fields);
  return { ...subject, amountMinor: (subject.resource?.amount ?? 0) - less };
}

export const onEscrow =
  (
    act: (actors: Actors, made: Created) => Promise<Exchange | undefined> | Promise<void>,
  ): NonNullable<Happening['act']> =>
  async (actors, { resource }) => {
    const answer = resource && (await act(actors, resource));
    if (answer && answer.status >= 300) throw new Blocked(`a change of the escrow should work; got ${summary(answer)}`);
  };

export const release = onEscrow(({ merchant }, { reference }) => merchant.api.releaseEscrow(reference));
export const refundEscrow = (body: (subject: Subject) => { amount?: number }): Happening['act'] => {
  return (actors, subject) =>
    onEscrow(({ merchant }, { reference }) => merchant.api.refundEscrow(reference, body(subject)))(actors, subject);
};

export async function link({ merchant, wallets, environment, data }: Actors, approved = false): Promise<Subject> {
  const wallet = await wallets.make({ environment, holderName: `Adébáyọ̀ Ñandú-Öztürk ${data.name()}` });
  const made = await wallets.link(merchant, wallet, { expiresInMinutes: approved ? 30 : 60 });
  if (approved) await wallets.owner(merchant, made, 'approve');
  return { reference: made.linkId, marks: [made.linkId, made.linkRef], amountMinor: null, link: made };
}

export const owner =
  (decision: 'approve' | 'reject' | 'unlink'): NonNullable<Happening['act']> =>
  async ({ wallets, merchant }, subject) => {
    if (subject.link) await wallets.owner(merchant, subject.link, decision);
  };
export const sandboxCall =
  (decision: 'approve' | 'reject'): Happening['act'] =>
  async ({ wallets, merchant }, subject) => {
    if (subject.link) await wallets.decide(merchant, subject.link, decision);
  };
export const unlinks: NonNullable<Happening['act']> = async ({ merchant }, { reference }) => {
  const answer = await merchant.api.deleteWalletLink(reference);
  if (answer.status >= 300) throw new Blocked(`the link should have been revoked; got ${summary(answer)}`);
};
/** The holder of the link's wallet is registered by another name. */
export const renames: NonNullable<Happening['act']> = async ({ wallets, environment, data }, { link }) => {
  if (link) await wallets.make({ environment, walletId: link.wallet.walletId, holderName: data.name() });
};
