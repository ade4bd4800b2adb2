import {
  Blocked,
  type CheckContext,
  type Exchange,
  expect,
  field,
  type RequirementId,
} from '../../../lib/interface/index.ts';
import type { Alike, Kind, Row, Shown } from './groups.ts';

/** Seconds after which what is over is looked at once more: a night lies between, in which a service may put its books in order. */
const LATER = 25 * 3_600;

/** What has ended is what it was, a day after all of its kind that are like it: an end is an end. */
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
        // That each ends is a requirement of its own.
        if (ended.some(({ json }) => field(json, name) !== shown.value))
          throw new Blocked('not each of them has ended');
        await context.time.wait(LATER, 'what is over stays as it is');

        for (const { as, object } of over) expect(await look(as, object)).toHaveField(name, shown.value);
      },
    },
  ];
}
