import {
  Blocked,
  type CheckContext,
  type Exchange,
  expect,
  field,
  type RequirementId,
} from '../../../lib/interface/index.ts';
import type { Alike, Kind, Row, Shown } from './groups.ts';

/** Seconds until an ended object is read again: more than a day, so that daily jobs of a service have run. */
const LATER = 25 * 3_600;

/** A day after several similar objects have ended, each is as it ended. No row without `id`, the requirement that this end is final. */
export function laterRow<Of>(
  { words, needs }: { words: string } & Pick<Row, 'needs'>,
  { look }: Kind<Of>,
  { id, shown }: { readonly id: RequirementId | undefined; readonly shown: Shown },
  run: (context: CheckContext) => Promise<{ ended: readonly Exchange[]; over: readonly Alike<Of>[] }>,
): Row[] {
  if (id === undefined) return [];
  const name = shown.field ?? 'status';
  return [
    {
      id,
      title: `${words}: a day later each is as it ended`,
      needs,
      waits: '50h',
      async check(context) {
        const { ended, over } = await run(context);
        // Whether each of them ends is another requirement.
        if (ended.some(({ json }) => field(json, name) !== shown.value))
          throw new Blocked('not each of them has ended');
        await context.time.wait(LATER, 'what is over stays as it is');

        for (const { as, object } of over) expect(await look(as, object)).toHaveField(name, shown.value);
      },
    },
  ];
}
