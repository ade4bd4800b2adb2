import {
  Blocked,
  type Body,
  type CheckContext,
  type Created,
  created,
  type Exchange,
  field,
  type Merchant,
  summary,
} from '../../lib/interface/index.ts';
import { mayRefuse } from '../support/attempts.ts';

/** An action of the buyer, for checks that judge by the escrow's state: a refusal of the buyer shows there too. */
export async function tries(context: CheckContext, deed: Promise<unknown>): Promise<void> {
  try {
    await deed;
  } catch (error) {
    if (!(error instanceof Blocked)) throw error;
    context.note(`the buyer was turned away: ${error.message}`);
  }
}

/** A step: the escrow has this status, within `within` seconds at the latest. */
export async function reached(merchant: Merchant, escrow: Created, status: string, within = 60): Promise<void> {
  const last = await merchant.becomes(escrow, status, within);
  if (field(last.json, 'status') !== status) {
    throw new Blocked(`the escrow ${escrow.reference} should have become ${status}: GET shows ${summary(last)}`);
  }
}

/** Kobo. The interface shows no maximum of escrows; the one that a target has is taken to be no lower than this. */
const SURELY_TAKEN = 1_000_000;

/** A step: an escrow of a large amount may be refused. */
export function mayBeTooLarge(answer: Exchange, amount: unknown): void {
  if (Number(amount) > SURELY_TAKEN) mayRefuse(answer, `no escrow of ${amount} kobo is taken`);
}

/** An escrow of the given amount, or of the usual one where that is refused: which is the largest is not shown. */
export async function ofAmountWherePossible(merchant: Merchant, { amount, ...fields }: Body): Promise<Created> {
  const answer = await merchant.createEscrow({ ...fields, ...(amount !== undefined && { amount }) });
  return answer.status === 201 ? created('escrow', answer) : await merchant.escrow(fields);
}

/** A step: a funded escrow for which the buyer asks for a refund. */
export async function disputed(
  { merchant, buyer }: CheckContext,
  fields: Record<string, unknown> = {},
): Promise<Created> {
  const escrow = await buyer.funded(merchant, fields);
  await buyer.disputes(merchant, escrow);
  await reached(merchant, escrow, 'disputed');
  return escrow;
}

/** The names of the fields of a JSON object, for observations. */
export function names(json: unknown): string {
  if (typeof json !== 'object' || json === null) return 'no JSON object';
  return Object.keys(json).sort().join(', ') || 'an empty object';
}
