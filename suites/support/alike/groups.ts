import {
  type Body,
  type Capability,
  type CheckContext,
  checks,
  type Duration,
  differentOf,
  distinct,
  type EventKind,
  type Exchange,
  expect,
  field,
  type Merchant,
  NotExercised,
  type RequirementId,
} from '../../../lib/interface/index.ts';

// Objects that are alike in all but what tells them apart: the reference for one merchant, the merchant for one reference.

/** One of several that are alike: whose it is, and the merchant's name for it. */
export interface Alike<Of> {
  readonly as: Merchant;
  readonly object: Of;
}

/** A kind of objects, each made with the same fields. */
export interface Kind<Of> {
  readonly of: string;
  readonly needs: readonly Capability[];
  /** Makes one; a step. Where another merchant has used the reference it may be refused as used: see `oneForAll`. */
  make(context: CheckContext, as: Merchant, reference: string): Promise<Of>;
  look(as: Merchant, object: Of): Promise<Exchange>;
  /** What its events name as `reference`. */
  named(object: Of): string;
}

/** What its record shows, and in which field. */
export interface Shown {
  readonly field?: string;
  readonly value: unknown;
}

export interface Told {
  readonly event: EventKind;
  /** The requirement that it is sent. */
  readonly id: RequirementId;
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

/** A step: all of a group, asked for at the same moment. */
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

/** Checks stand in the folder of their chapter: of these rows, those whose requirements are named so. */
export function table(chapter: string, rows: readonly Row[]): void {
  checks(
    ({ id }) => id,
    rows.filter(({ id }) => id.startsWith(chapter)),
    ({ title }) => title,
    (context, { check }) => check(context),
    ({ needs, waits }) => ({ needs, ...(waits !== undefined && { waits }) }),
  );
}

export function toldRows<Of>(
  { words, needs, waits }: { words: string } & Pick<Row, 'needs' | 'waits'>,
  kind: Kind<Of>,
  told: Told | undefined,
  run: (context: CheckContext) => Promise<{ all: readonly Alike<Of>[] }>,
): Row[] {
  if (told === undefined) return [];
  const { event, id } = told;
  return [
    {
      id,
      title: `${words}: each has its own ${event}, at its merchant's address`,
      needs: [...needs, 'webhooks'],
      ...(waits !== undefined && { waits }),
      async check(context) {
        const { all } = await run(context);
        if (all.some(({ as }) => as.access.webhookSecret === null))
          throw new NotExercised('the other merchant has no webhook secret');
        const came = [];
        for (const { as, object } of all) came.push((await as.webhooks.arrives(event, kind.named(object))).delivery);

        expect(distinct(differentOf(came, 'json.id')), `different ids of ${all.length} events`).toBe(all.length);
      },
    },
  ];
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

/** Whether references of refunds, payouts and escrows are unique per merchant or for all is not shown. */
export function oneForAll({ status, json }: Exchange): boolean {
  return status === 409 && field(json, 'error.code') === 'duplicate_reference';
}

/** A step: of two merchants who ask for one reference the second may be refused. */
export async function unlessOneForAll(asking: Promise<Exchange>): Promise<Exchange> {
  const answer = await asking;
  if (oneForAll(answer)) throw new NotExercised('two merchants cannot have one reference here');
  return answer;
}

/** What all of them are asked for with; a metadata of their own for those that take one. */
export const order: Body = { customer: { email: 'ada@example.com' }, metadata: { order: 'A-17' } };
