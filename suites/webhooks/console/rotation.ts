import {
  Blocked,
  type CheckContext,
  check,
  checks,
  expect,
  NotExercised,
  signaturesOf,
} from '../../../lib/interface/index.ts';
import { otherSettings } from '../../support/console-settings.ts';
import { titleOf } from '../happenings/histories.ts';
import { afterRotation, rotated } from '../happenings/rotated.ts';
import { arrivesAnywhere, delivery, EVENT } from '../support.ts';

for (const [id, schemes] of [
  ['webhook.secret-rotated', [0, 1]],
  ['webhook.signature', [0]],
  ['webhook.signature-v2', [1]],
] as const) {
  checks(
    id,
    rotated,
    (row) => `${titleOf(row)} after the rotation: the new secret signs each attempt`,
    async (context, { happening, signed: signatures }) => {
      const signed = (await signatures(context)).map((both) => schemes.map((scheme) => both[scheme]));

      const words = `signatures of ${happening.kind} by the secret that two rotations left`;
      expect(signed, words).toEqual(signed.map((each) => each.map(() => 'valid')));
      expect(signed, `attempts of ${happening.kind}`).not.toBeEmpty();
    },
    ({ needs }) => ({ needs, drawn: id === 'webhook.secret-rotated' ? 0.3 : 0.1 }),
  );
}

checks(
  'webhook.secret-rotated',
  otherSettings.filter(({ what }) => !/secret|cleared/.test(what)),
  ({ what }) => `rotated, and then ${what}: the new secret signs`,
  async (context, { change }) => {
    const { merchant, console } = context;
    const secret = await console.rotateWebhookSecret(merchant);
    await change(context);

    await expectSignedBy(context, secret);
  },
  ({ needs }) => ({ needs }),
);

checks(
  'webhook.secret-rotated',
  [
    { what: 'rotated, and then the address is cleared and set again', rotatesFirst: true },
    { what: 'rotated while no address is set', rotatesFirst: false },
  ],
  ({ what }) => `${what}: the new secret signs`,
  async (context, { rotatesFirst }) => {
    const { merchant, console, capture } = context;
    const rotate = () => console.rotateWebhookSecret(merchant);
    let secret = rotatesFirst ? await rotate() : '';
    await console.change(merchant, { webhookUrl: null });
    // Whether a console that has no address rotates is not shown.
    if (!rotatesFirst)
      secret = await rotate().catch((error: unknown) => {
        throw error instanceof Blocked ? new NotExercised(error.message) : error;
      });
    await console.change(merchant, { webhookUrl: new URL(merchant.webhooks.path, capture.url).href });

    await expectSignedBy(context, secret);
  },
  { needs: ['webhook-url'] },
);

checks(
  'webhook.secret-rotated',
  [1, 2, 3, 4],
  (turns) => `${turns} times, with an event after each: each is signed with the secret of then`,
  async (context, turns) => {
    const { merchant, console } = context;
    for (let turn = 0; turn < turns; turn++) {
      const secret = await console.rotateWebhookSecret(merchant);
      const { reference } = await merchant.payout();
      const event = await delivery(context, `the event of ${reference}`, { path: merchant.webhooks.path, reference });

      expect(signaturesOf(event, secret, null), `signatures after rotation ${turn + 1}`).toEqual(['valid', 'valid']);
    }
  },
  { drawn: 1 },
);

check('webhook.secret-rotated', "another merchant's events are signed as before", async (context) => {
  const { merchant, console, capture } = context;
  const other = await context.access('sandbox');
  await console.rotateWebhookSecret(merchant);
  const { reference } = await merchant.payout();
  await arrivesAnywhere(context, merchant, { event: EVENT, reference });
  const [event] = capture.find({ event: EVENT, reference });
  if (event === undefined) throw new Blocked(`no event came for ${reference}`);

  // The secret belongs to this merchant only: neither the old secret nor another merchant's may sign.
  for (const secret of [merchant.access.webhookSecret, other.webhookSecret]) {
    if (secret === null) continue;
    expect(signaturesOf(event, secret, null)).toEqual(['wrong', 'wrong']);
  }
});

check(
  'webhook.signature',
  'a retry after a rotation is signed with the old secret or the new one',
  async (context) => {
    const { byOld, byNew } = await afterRotation(context);

    expect([byOld[0], byNew[0]], 'x-service-signature of the retry, by the old and the new secret').toContain('valid');
  },
  { needs: ['rotate-secret'] },
);

/** Expects that a new event of the merchant is signed with this secret. */
async function expectSignedBy(context: CheckContext, secret: string): Promise<void> {
  const { merchant, capture } = context;
  const { reference } = await merchant.payout();
  await arrivesAnywhere(context, merchant, { event: EVENT, reference });

  const signed = capture.find({ event: EVENT, reference }).map((each) => signaturesOf(each, secret, null));
  if (signed.length === 0) throw new Blocked(`no event came for ${reference}`);
  expect(signed, 'signatures by the new secret').toEqual(signed.map(() => ['valid', 'valid']));
}
