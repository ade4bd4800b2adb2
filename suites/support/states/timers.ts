import {
  type Capability,
  type CheckContext,
  checks,
  type Duration,
  type Exchange,
  expect,
  field,
  NotExercised,
  type RequirementId,
} from '../../../lib/interface/index.ts';
import { attempt } from '../attempts.ts';

// What has an end by time ends at that time, whatever is tried with it meanwhile that changes nothing.

/** What somebody does, at several moments, with what is to end by time. */
export interface Disturbance<Subject> {
  readonly what: string;
  readonly needs?: readonly Capability[];
  readonly act: (context: CheckContext, subject: Subject) => Promise<unknown>;
  /** Whether it may end what it is done with, is not shown: then nothing is left to be looked at. */
  readonly mayEnd?: boolean;
}

interface Timer<Subject> {
  readonly of: string;
  readonly needs: readonly Capability[];
  readonly waits: Duration;
  readonly begin: (context: CheckContext) => Promise<Subject>;
  readonly look: (context: CheckContext, subject: Subject) => Promise<Exchange>;
  readonly from: string;
  readonly to: string;
  /** What its record says of its end, beside the status. */
  readonly says?: Readonly<Record<string, unknown>>;
  /** Seconds from its beginning: when it is disturbed, when it is to be as it was still, and when it ends. */
  readonly moments: readonly number[];
  readonly before: number;
  readonly end: number;
  readonly alsoInLive?: boolean;
}

/** Each disturbance by itself, at each moment. */
export function timersTable<Subject>(
  id: RequirementId,
  { of, needs, waits, begin, look, from, to, says = {}, moments, before, end, alsoInLive = false }: Timer<Subject>,
  disturbances: readonly Disturbance<Subject>[],
): void {
  checks(
    id,
    disturbances,
    ({ what }) => `${of}, of which time and again ${what}: it is ${to} when its time is over, and not sooner`,
    async (context, { what, act, mayEnd = false }) => {
      const { time } = context;
      const subject = await begin(context);
      let now = 0;
      const passes = async (until: number) => {
        await time.wait(until - now, `${of} is ${to}`);
        now = until;
      };
      // At the last moment, too: what then begins a time of its own would be seen nowhere else.
      for (const moment of [...moments, Math.max(before - 120, moments.at(-1) ?? 0)]) {
        await passes(moment);
        await attempt(act(context, subject));
        const status = mayEnd ? field((await look(context, subject)).json, 'status') : from;
        if (status !== from) throw new NotExercised(`where ${what} it is ${status} here`);
      }
      await passes(before);
      expect(await look(context, subject), 'shortly before').toHaveField('status', from);

      await passes(end);
      let last = await look(context, subject);
      await time.until(`${of} is ${to}`, 600, async () => {
        last = await look(context, subject);
        return field(last.json, 'status') === to ? true : undefined;
      });
      for (const [name, value] of Object.entries({ status: to, ...says }))
        expect(last, 'afterwards').toHaveField(name, value);
    },
    ({ needs: own = [] }) => ({ needs: [...needs, ...own], waits, drawn: 1, alsoInLive }),
  );
}
