import {
  Blocked,
  type Capability,
  type CheckContext,
  checks,
  type Duration,
  expect,
  type RequirementId,
  shared,
  watchBalance,
} from '../../lib/interface/index.ts';
import { MoneyMoves } from './support.ts';

/** An action, by how much it must change the balance (kobo), and the requirement that states this. */
export interface HistoryStep {
  readonly what: string;
  readonly id: RequirementId;
  readonly by: number;
  act(moves: MoneyMoves, data: CheckContext['data']): Promise<unknown>;
}

type Movement = Awaited<ReturnType<Awaited<ReturnType<typeof watchBalance>>['movement']>>;

/**
 * The balance after each step of a history, always compared with its start, so that delayed and combined effects show. Each step is a check
 * of its own requirement and of the sum. Returns the function that defines the checks of one chapter. `waits`: the duration of the whole
 * history; `needs`: what it needs beyond a buyer and a merchant of its own.
 */
export function balanceHistory(
  name: string,
  steps: readonly HistoryStep[],
  waits?: Duration,
  needs: readonly Capability[] = [],
): (chapter: 'balance' | 'idempotency') => void {
  const rows = steps.map((step, at) => ({
    ...step,
    at,
    sum: steps.slice(0, at + 1).reduce((sum, { by }) => sum + by, 0),
  }));
  const all: readonly Capability[] = ['buyer', 'own-merchant', ...needs];
  const movements = shared(`the balance through ${name}`, all, async (context) => {
    const told = new MoneyMoves(context);
    const balance = await watchBalance(context);
    const moved: Movement[] = [];
    for (const { act, sum } of rows) {
      await act(told, context.data);
      const movement = await balance.movement(sum);
      moved.push(movement);
      // All later steps would only repeat the difference.
      if (movement.value !== sum) break;
    }
    return moved;
  });
  const moves = async (context: CheckContext, { at, sum }: (typeof rows)[number]) => {
    const movement = (await movements(context))[at];
    if (movement === undefined) throw new Blocked('an earlier step moved the balance otherwise than it should');

    expect(movement).toBe(sum);
  };
  const title = ({ what }: HistoryStep) => `in ${name}, after ${what}, it has moved by the sum of all`;
  const options = { needs: all, drawn: 6, ...(waits !== undefined && { waits }) };
  return (chapter) => {
    const own = rows.filter(({ id }) => id.startsWith(`${chapter}.`) && id !== 'balance.is-the-sum');
    checks(({ id }: (typeof rows)[number]) => id, own, title, moves, options);
    if (chapter === 'balance') checks('balance.is-the-sum', rows, title, moves, options);
  };
}
