import {
  type Answer,
  Blocked,
  type CheckContext,
  type Merchant,
  shared,
  signaturesOf,
} from '../../../lib/interface/index.ts';
import { arrivesAnywhere, retryOf, sent } from '../support.ts';
import type { Actors } from './acts.ts';
import { liveRows, needsOf, type Row, rows, titleOf } from './histories.ts';

/** Starts a happening, makes a change in the console, then completes the happening, or lets its time pass. Returns the reference of its event. */
export async function happensAfter(
  context: CheckContext,
  { happening, environment }: Row,
  change: () => Promise<void>,
  first: Answer = 500,
) {
  const { buyer, wallets, data, time } = context;
  const merchant = merchantOf(context, { environment });
  const actors: Actors = { merchant, buyer, wallets, data, time, environment };
  const subject = await happening.begins(actors);
  merchant.webhooks.answer({ event: happening.kind, reference: subject.reference }, [first, 200]);
  await change();
  await happening.act?.(actors, subject);
  if (happening.after !== undefined) await time.wait(happening.after, `then ${happening.what}`);
  return subject.reference;
}

export function merchantOf(context: CheckContext, { environment }: Pick<Row, 'environment'>): Merchant {
  return environment === 'live' ? context.live : context.merchant;
}

/** Every happening, by somebody or by time; in live one of an escrow and one of a link. */
export const laterRows = [
  ...rows,
  ...liveRows.filter(({ happening: { what } }) => /merchant cancels an escrow|owner approves a link/.test(what)),
];

/**
 * Every attempt at an event after two rotations, the first of which gets no answer: its signatures by the secret that these left, and what the
 * console lists then.
 */
const afterRotations = laterRows.map((row) => ({
  ...row,
  needs: [...needsOf(row).needs, 'rotate-secret' as const],
  told: shared(
    `${titleOf(row)} after two rotations`,
    ['webhooks', 'rotate-secret', ...needsOf(row).needs],
    async (context) => {
      const { console, time, capture } = context;
      const merchant = merchantOf(context, row);
      let secret = '';
      const rotates = async () => {
        await console.rotateWebhookSecret(merchant);
        secret = await console.rotateWebhookSecret(merchant);
      };
      const reference = await happensAfter(context, row, rotates, 'cut');
      const query = { path: merchant.webhooks.path, event: row.happening.kind, reference };
      const came = () => capture.find(query);
      await arrivesAnywhere(context, merchant, query);
      await time.until('its retry arrives', 100, () =>
        came().find(({ answer }) => 'status' in answer && answer.status === 200),
      );
      const signed = came().map((each) => signaturesOf(each, secret, null));
      return { signed, reference, entries: context.can('deliveries') ? await console.deliveries(merchant) : [] };
    },
  ),
}));

export const rotated = afterRotations.map((row) => ({
  ...row,
  signed: async (context: CheckContext) => (await row.told(context)).signed,
}));

/** Both signatures of a retry, by the secret that was valid at the first attempt and by the one that is valid now. */
export const afterRotation = shared('a retry after a rotation', ['webhooks', 'rotate-secret'], async (context) => {
  const event = await sent(context, 500);
  const old = context.merchant.access.webhookSecret ?? '';
  const secret = await context.console.rotateWebhookSecret(context.merchant);
  const { retry } = await retryOf(context, event);
  if (retry === undefined) throw new Blocked(`no retry came for ${event.reference}`);
  return { byOld: signaturesOf(retry, old, null), byNew: signaturesOf(retry, secret, null) };
});
