import {
  type Body,
  type Capability,
  type CheckContext,
  checks,
  type Duration,
  type Exchange,
  field,
  type Merchant,
  NotExercised,
  type RequirementId,
} from '../../../lib/interface/index.ts';

// Objects that differ only in their identity: in the reference, for one merchant, or in the merchant, for one reference.

/** One of several similar objects, with its merchant. */
export interface Alike<Of> {
  readonly as: Merchant;
  readonly object: Of;
}

/** A kind of objects, created with the same fields. */
export interface Kind<Of> {
  readonly of: string;
  readonly needs: readonly Capability[];
  /** A step: creates one. If another merchant has used the reference, it may be refused as used: see `oneForAll`. */
  make(context: CheckContext, as: Merchant, reference: string): Promise<Of>;
  look(as: Merchant, object: Of): Promise<Exchange>;
  /** The `reference` in its events. */
  named(object: Of): string;
}

/** An expected value in its record; `field` is `status` by default. */
export interface Shown {
  readonly field?: string;
  readonly value: unknown;
}

export const groups = [
  {
    which: 'neighbours',
    words: (of: string) => `three ${of}s of one merchant, alike in all but the reference`,
    needs: [],
    members: ({ merchant, data }: CheckContext) =>
      [1, 2, 3].map(() => ({ as: merchant, name: data.reference('like') })),
  },
  {
    which: 'twin',
    words: (of: string) => `${of}s of two merchants, alike and with one reference`,
    needs: ['other-merchant'],
    members({ merchant, other, data }: CheckContext) {
      const name = data.reference('like');
      return [merchant, other].map((as) => ({ as, name }));
    },
  },
] as const;

/** A step: creates all objects of a group at the same time. */
export async function together<Of>(
  context: CheckContext,
  { make }: Kind<Of>,
  { members }: (typeof groups)[number],
): Promise<Alike<Of>[]> {
  return await Promise.all(
    members(context).map(async ({ as, name }) => ({ as, object: await make(context, as, name) })),
  );
}

/** A check of one of these tables. */
export interface Row {
  readonly id: RequirementId;
  readonly title: string;
  readonly needs: readonly Capability[];
  readonly waits?: Duration;
  check(context: CheckContext): Promise<void>;
}

/** Defines the checks of one chapter: those rows whose requirement ids start with `chapter`. */
export function table(chapter: string, rows: readonly Row[]): void {
  checks(
    ({ id }) => id,
    rows.filter(({ id }) => id.startsWith(chapter)),
    ({ title }) => title,
    (context, { check }) => check(context),
    ({ needs, waits }) => ({ needs, ...(waits !== undefined && { waits }) }),
  );
}

export async function becomes<Of>(
  { time }: CheckContext,
  { of, look }: Kind<Of>,
  { as, object }: Alike<Of>,
  shown: Shown,
) {
  let last = await look(as, object);
  await time.until(`a ${of} ends like the others`, 600, async () => {
    last = await look(as, object);
    return field(last.json, shown.field ?? 'status') === shown.value ? true : undefined;
  });
  return last;
}

/** Whether references of refunds, payouts and escrows are unique per merchant or for all merchants is not shown. */
export function oneForAll({ status, json }: Exchange): boolean {
  return status === 409 && field(json, 'error.code') === 'duplicate_reference';
}

/** A step: if references are unique for all merchants, the second create is refused, and the check is not exercised. */
export async function unlessOneForAll(asking: Promise<Exchange>): Promise<Exchange> {
  const answer = await asking;
  if (oneForAll(answer)) throw new NotExercised('two merchants cannot have one reference here');
  return answer;
}

/** Fields common to all of them; metadata for the kinds that accept it. */
export const order: Body = { customer: { email: 'ada@example.com' }, metadata: { order: 'A-17' } };
