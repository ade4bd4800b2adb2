import { type CheckContext, type Created, checks } from '../../../lib/interface/index.ts';
import { expectBetween, moment } from '../attempts.ts';

type Options = Parameters<typeof checks>[4];
type Id = Exclude<Parameters<typeof checks<string>>[0], (row: never) => unknown>;

/** An object created with the same fields as an earlier one that has ended, under a new reference, is independent of it from the start. */
export function likeEarlierOnes(
  id: Id,
  kind: Created['kind'],
  needs: Extract<Options, { needs?: unknown }>['needs'],
  /** Returns a function that creates one with this end, each time with the same amount. */
  prepare: (context: CheckContext) => Promise<(end: 'succeeded' | 'failed') => Promise<Created>>,
): void {
  checks(
    id,
    ['failed', 'succeeded'] as const,
    (end) => `createdAt of a ${kind} that is asked for like one that ${end} lies between before and after the request`,
    async (context, end) => {
      const { merchant, time } = context;
      const ask = await prepare(context);
      const first = await ask(end);
      await merchant.settles(first, end);
      await time.wait(600, 'another is asked for');
      const before = await moment(context, `the target's time before another ${kind} was asked for`);
      const another = await ask('succeeded');
      const after = await moment(context, `the target's time after another ${kind} was asked for`);

      expectBetween(await merchant.get(another), 'createdAt', before, after);
    },
    { needs },
  );
}
