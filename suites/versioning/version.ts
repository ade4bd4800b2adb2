import {
  Blocked,
  type Capability,
  type CheckContext,
  check,
  checks,
  type Exchange,
  expect,
  type Merchant,
  observation,
  signatures,
  summary,
} from '../../lib/interface/index.ts';
import { resentOf } from '../webhooks/console/resends/resends.ts';
import { attemptsOf, everyRow, needsOf, titleOf } from '../webhooks/happenings/histories.ts';
import { rotated } from '../webhooks/happenings/rotated.ts';

/** Paths below the prefix, with whose key each is asked for. */
interface Below {
  readonly what: string;
  readonly needs: readonly Capability[];
  paths(context: CheckContext): Promise<{ as: Merchant; paths: readonly string[] }>;
}

const ofEverybody = async (as: Merchant) => ({
  as,
  paths: ['/banks', '/balance', `/checkouts/${(await as.checkout()).reference}`],
});

const below: readonly Below[] = [
  { what: 'bank list, balance and a known checkout', needs: [], paths: ({ merchant }) => ofEverybody(merchant) },
  { what: 'in live bank list, balance and a known checkout', needs: ['live'], paths: ({ live }) => ofEverybody(live) },
  {
    what: 'a known payout and a known escrow',
    needs: [],
    async paths({ merchant }) {
      const [payout, escrow] = [await merchant.payout(), await merchant.escrow()];
      return { as: merchant, paths: [`/payouts/${payout.reference}`, `/escrows/${escrow.reference}`] };
    },
  },
  {
    what: 'a known refund',
    needs: ['buyer'],
    async paths({ merchant, buyer }) {
      const refund = await merchant.refund(await buyer.paid(merchant));
      return { as: merchant, paths: [`/refunds/${refund.reference}`] };
    },
  },
  {
    what: 'a known link, and its wallet',
    needs: ['wallets'],
    async paths({ merchant, wallets }) {
      const wallet = await wallets.make();
      const { linkId } = await wallets.approvedLink(merchant, wallet);
      return {
        as: merchant,
        paths: [`/wallet-links/${encodeURIComponent(linkId)}`, `/wallets/${wallet.walletId}/balance`],
      };
    },
  },
];

checks(
  'version.path-prefix',
  below,
  ({ what }) => `${what} are found below /v1`,
  async (context, { paths: pathsOf }) => {
    const { as, paths } = await pathsOf(context);
    for (const path of paths) {
      const answer = await get(as, `/v1${path}`);
      if (answer.status !== 200) await mustBeElsewhere(as, path, answer);
      expect(answer, `/v1${path}`).toHaveStatus(200);
      if (fieldNames(answer).length === 0)
        throw new Blocked(`GET /v1${path} should tell something; got ${summary(answer)}`);
    }
  },
  ({ needs }) => ({ needs }),
);

const accounts = { 'payout.succeeded': '0123456789', 'payout.failed': '0000000000' } as const;

for (const event of ['payout.succeeded', 'payout.failed'] as const) {
  check('version.both-signatures', `${event} carries both, each valid`, async ({ merchant }) => {
    const { reference } = await merchant.payout({ recipient: { accountNumber: accounts[event] } });

    const received = await merchant.webhooks.any(event, reference);

    expect(signatures(received)).toEqual(['valid', 'valid']);
  });
}

checks(
  'version.both-signatures',
  everyRow,
  (row) => `${titleOf(row)}: both, each valid, at every attempt`,
  async (context, row) => {
    const all = attemptsOf(await row.history(context)).map(signatures);

    expect(all, 'both signatures of each attempt').toEqual(all.map(() => ['valid', 'valid']));
  },
  needsOf,
);

checks(
  'version.both-signatures',
  everyRow,
  (row) => `${titleOf(row)}: both, each valid, also when it is resent`,
  async (context, row) => {
    const { history } = await resentOf(context, row);
    const all = [history.failing, history.acknowledged]
      .flatMap(({ reference }) => history.merchant.webhooks.each(row.happening.kind, reference))
      .filter(({ delivery }) => delivery.seq > history.before)
      .map(signatures);
    if (all.length === 0) throw new Blocked('nothing that was resent came');

    expect(all, 'both signatures of each attempt').toEqual(all.map(() => ['valid', 'valid']));
  },
  (row) => ({ ...needsOf(row), needs: [...needsOf(row).needs, 'resend'] }),
);

checks(
  'version.both-signatures',
  rotated,
  (row) => `${titleOf(row)} after the rotation: the new secret signs each attempt`,
  async (context, { signed }) => {
    const all = await signed(context);

    expect(all, 'both signatures by the secret that two rotations left').toEqual(all.map(() => ['valid', 'valid']));
    expect(all, 'attempts').not.toBeEmpty();
  },
  ({ needs }) => ({ needs, drawn: 0.1 }),
);

observation('version.deprecation-policy', async ({ merchant }) => {
  const answer = await merchant.createCheckout();
  const names = [...Object.keys(answer.headers), ...fieldNames(answer)];
  const telling = names.filter((name) => /version|deprecat|sunset|warning/i.test(name));
  return telling.length === 0 ? 'nothing about it in a create response' : telling.join(', ');
});

function get(merchant: Merchant, path: string): Promise<Exchange> {
  return merchant.api.request({ method: 'GET', path });
}

/** A step: if the path is not found without the prefix either, that is another requirement and says nothing about prefixes. */
async function mustBeElsewhere(merchant: Merchant, path: string, below: Exchange): Promise<void> {
  const others = [await get(merchant, path), await get(merchant, `/v2${path}`)];
  if (others.some(({ status, json }) => status === 200 && typeof json === 'object')) return;
  throw new Blocked(`GET /v1${path} should be found; got ${summary(below)}`);
}

function fieldNames({ json }: Exchange): string[] {
  return typeof json === 'object' && json !== null ? Object.keys(json) : [];
}
