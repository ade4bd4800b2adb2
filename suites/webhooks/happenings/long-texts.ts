import { Blocked, checks, expect, of, shared, signatures } from '../../../lib/interface/index.ts';
import { longTexts } from './long.ts';

// An event is a JSON body, signed over the bytes as they were sent, however long the texts of what it tells of are. Whatever of them it contains, they
// are as long as the document permits; where it shows no limit, as long as the target takes them.

const rows = longTexts.map((kind) => ({
  ...kind,
  told: shared(`the ${kind.event} of the longest texts`, ['webhooks', ...kind.needs], async (context) => {
    return { merchant: context.merchant, ...(await kind.happens(context)) };
  }),
}));

type Row = (typeof rows)[number];
const options = ({ needs, waits }: Row) => ({ needs, ...(waits !== undefined && { waits }), drawn: 2 });

checks(
  'webhook.signature-over-raw-bytes',
  rows,
  ({ event }) => `${event} of the longest texts comes, and both signatures hold over its bytes`,
  async (context, { event, told }) => {
    const { merchant, reference } = await told(context);
    const received = await merchant.webhooks.arrives(event, reference);

    expect(signatures(received), received.verification.problems.join('; ')).toEqual(['valid', 'valid']);
  },
  options,
);

checks(
  'webhook.link-payload',
  rows.filter(({ event }) => event.startsWith('wallet.link')),
  ({ event }) => `${event} of the longest texts tells of the link in full`,
  async (context, { event, told }) => {
    const { merchant, reference, link: made } = await told(context);
    if (made === undefined) throw new Blocked('suite fault: it is the event of a link');
    const { linkId, linkRef, wallet } = made;
    const received = await merchant.webhooks.given(event, reference);

    expect(of(received)).toMatchObject({ reference: linkId, linkId, linkRef, walletId: wallet.walletId });
  },
  options,
);
