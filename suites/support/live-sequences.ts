import { Blocked, checks, expect, type RequirementId } from '../../lib/interface/index.ts';
import { sequences } from '../environments/live-orders.ts';

const needs = ['live', 'live-buyer'] as const;

/** Payouts above the remaining balance are refused. */
export function refusesTooMuch(id: RequirementId): void {
  checks(
    id,
    sequences,
    ({ what }) => `${what}: what is more than is left is refused each time`,
    async (context, { told }) => {
      for (const { what, due, answer } of await told(context)) {
        if (due === 422) expect(answer, what).toBeRefusedWith(422, 'insufficient_balance');
      }
    },
    { needs, drawn: 1.5 },
  );
}

/** Payouts within the remaining balance are accepted, finally one of all that is left. */
export function acceptsWhatFits(id: RequirementId): void {
  checks(
    id,
    sequences,
    ({ what }) => `live, ${what}: what fits is accepted, and in the end all that is left`,
    async (context, { told }) => {
      const all = await told(context);
      const accepted = all.find(({ due, answer }) => due !== 201 && answer.status === 201);
      if (accepted !== undefined) throw new Blocked(`${accepted.what} should have been refused`);
      for (const { what, due, answer } of all) if (due === 201) expect(answer, what).toHaveStatus(201);
    },
    { needs, drawn: 1.5 },
  );
}
