import {
  checks,
  difference,
  expect,
  instantInSeconds,
  NotExercised,
  of,
  part,
  timestamp,
} from '../../../lib/interface/index.ts';
import { openedBefore, visitNeeds } from '../../support/states/opened-before.ts';

/** Seconds of tolerance for occurredAt: a date-time may be given in whole minutes. */
const SLACK = 60;

checks(
  'webhook.occurred-at',
  openedBefore.flatMap((life) => (['checkout', 'escrow'] as const).map((kind) => ({ ...life, kind }))),
  ({ what, kind }) => `the page of an ${kind} ${what}: occurredAt of its event is the time of the payment`,
  async (context, life) => {
    const { merchant, resource, before } = await life[life.kind](context);
    if (before === null) throw new NotExercised('the target tells its time nowhere');
    const event = await merchant.webhooks.given(
      life.kind === 'escrow' ? 'escrow.funded' : 'payment.succeeded',
      resource.reference,
    );
    const at = instantInSeconds(of(event, 'occurredAt'));

    expect(difference(at, part(before, 'earliest')), 'seconds from before it to occurredAt').toBeGreaterThanOrEqual(
      -SLACK,
    );
    expect(difference(at, timestamp(event)), 'seconds from its sending to occurredAt').toBeLessThanOrEqual(SLACK);
  },
  (row) => {
    const { needs, ...rest } = visitNeeds(row.kind)(row);
    return { ...rest, needs: [...needs, 'webhooks' as const] };
  },
);
