import {
  type Capability,
  type CheckContext,
  type Created,
  checks,
  type Duration,
  type Exchange,
  expect,
  field,
  NotExercised,
  type RequirementId,
} from '../../../lib/interface/index.ts';
import { attempt } from '../attempts.ts';
import { otherSettings } from '../console-settings.ts';

// An object with a time limit ends at that time, whatever is tried meanwhile that has no effect.

/** An action carried out at several moments on an object with a time limit. */
export interface Disturbance<Subject> {
  readonly what: string;
  readonly needs?: readonly Capability[];
  readonly act: (context: CheckContext, subject: Subject) => Promise<unknown>;
  /** Default: as the table. */
  readonly alsoInLive?: boolean;
  /** Whether the action may end the object is not shown: if it does, nothing is left to check. */
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
  /** Fields of its record after the end, besides the status. */
  readonly says?: Readonly<Record<string, unknown>>;
  /** Seconds from its start: when the actions take place, when it must not have ended yet, and when it ends. */
  readonly moments: readonly number[];
  readonly before: number;
  readonly end: number;
  readonly alsoInLive?: boolean;
}

/** A setting is saved in the console that concerns neither its state nor its time. */
export const settingsSaved: readonly Disturbance<unknown>[] = otherSettings
  .filter(({ linkedWallets }) => linkedWallets !== 'required')
  .map(({ what, needs, change }) => ({
    what: `in the console ${what}`,
    needs,
    act: change,
    // The capture server has no https address, and live merchants may need one.
    alsoInLive: !needs.includes('webhooks'),
  }));

/** Each disturbance in a separate check, at each moment. */
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
      // Also shortly before the end, so that an action that restarts the timer is noticed.
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
    ({ needs: own = [], alsoInLive: ownInLive = alsoInLive }) => ({
      needs: [...needs, ...own],
      waits,
      drawn: 1,
      alsoInLive: ownInLive,
    }),
  );
}

// "success after 10 s", "success after 5 s": what is under way goes on, whatever is saved in the console meanwhile.

interface UnderWay {
  readonly id: RequirementId;
  readonly what: string;
  readonly begin: (context: CheckContext) => Promise<Created>;
  readonly becomes: 'succeeded' | 'failed';
}

const rows: readonly UnderWay[] = [
  { id: 'payout.succeeds', what: 'a payout', begin: ({ merchant }) => merchant.payout(), becomes: 'succeeded' },
  {
    id: 'payout.failing-account',
    what: 'a payout to 0000000000',
    begin: ({ merchant }) => merchant.payout({ recipient: { accountNumber: '0000000000' } }),
    becomes: 'failed',
  },
  {
    id: 'refund.settles',
    what: 'a refund',
    begin: async ({ merchant, buyer }) => merchant.refund(await buyer.paid(merchant)),
    becomes: 'succeeded',
  },
  {
    id: 'refund.sandbox-fail',
    what: 'a refund that is to fail',
    begin: async ({ merchant, buyer }) => merchant.refund(await buyer.paid(merchant), { reason: 'sandbox_fail' }),
    becomes: 'failed',
  },
];

/** Defines the checks of the chapter whose requirement ids begin with `chapter`. */
export function settlesOverSettings(chapter: 'payout.' | 'refund.'): void {
  for (const { id, what, begin, becomes } of rows.filter((row) => row.id.startsWith(chapter))) {
    checks(
      id,
      settingsSaved,
      (setting) => `${what} is pending when ${setting.what}: it is ${becomes} afterwards`,
      async (context, { act }) => {
        const object = await begin(context);
        await act(context, object);

        expect(await context.merchant.becomes(object, becomes)).toHaveField('status', becomes);
      },
      ({ needs = [] }) => ({ needs, drawn: 1 }),
    );
  }
}
