import {
  Blocked,
  type Capability,
  type CheckContext,
  type Created,
  checks,
  created,
  type Exchange,
  expect,
  type RequirementId,
  shared,
  summary,
} from '../../../lib/interface/index.ts';

// An object stays, and its reference stays used, however many others are created later.

/** More than a page, a window or a cache of recent objects may hold. */
const LATER = 101;

/** Creates one with this reference; all other fields are the same. */
export type Make = (reference: string) => Promise<Exchange>;

/** `maker`: prepares whatever is needed to create that many. Returns the preparation, and how many it makes. */
export function longAgo(
  kind: Created['kind'],
  ids: { readonly found: RequirementId; readonly used: RequirementId; readonly accepted: RequirementId },
  needs: readonly Capability[],
  maker: (context: CheckContext) => Promise<Make>,
) {
  const made = shared(`a ${kind} after which ${LATER} others were made`, needs, async (context) => {
    const { merchant, data } = context;
    const make = await maker(context);
    const first = created(kind, await make(data.reference('first')));
    let last = first.exchange;
    for (let later = 0; later < LATER && last.status === 201; later++) last = await make(data.reference('later'));
    return { merchant, first, last, record: await merchant.get(first), again: await make(first.reference) };
  });
  const followed = async (context: CheckContext) => {
    const seen = await made(context);
    if (seen.last.status !== 201)
      throw new Blocked(`a later ${kind} should have been created; got ${summary(seen.last)}`);
    return seen;
  };

  // A row, as it costs more than a requirement's own check may.
  checks(
    ids.accepted,
    [{ count: LATER + 1 }],
    ({ count }) => `as many as ${count} ${kind}s, one after another, are accepted`,
    async (context) => {
      // Nothing limits how many there are: the first that is refused would be the last one.
      expect((await made(context)).last).toHaveStatus(201);
    },
    { needs },
  );

  checks(
    ({ id }) => id,
    [
      {
        id: ids.used,
        what: 'its reference is still used',
        expected: ({ again }: Awaited<ReturnType<typeof followed>>) =>
          expect(again).toBeRefusedWith(409, 'duplicate_reference'),
      },
      {
        id: ids.found,
        what: 'GET finds it',
        expected: ({ record, first }: Awaited<ReturnType<typeof followed>>) => {
          expect(record).toHaveStatus(200);
          // "200 escrow (status, amounts, who has paid)": whether it shows its reference is not shown.
          if (kind !== 'escrow') expect(record).toHaveField('reference', first.reference);
        },
      },
    ],
    ({ what }) => `a ${kind} after which ${LATER} others were made: ${what}`,
    async (context, { expected }) => expected(await followed(context)),
    { needs, drawn: 2 },
  );

  return { followed, count: LATER + 1 };
}
