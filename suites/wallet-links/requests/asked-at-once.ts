import {
  Blocked,
  type CheckContext,
  came,
  checks,
  derivation,
  type Exchange,
  expect,
  raw,
} from '../../../lib/interface/index.ts';
import { table } from '../../support/alike/groups.ts';
import { madeAtOnce } from '../../support/requests/made-at-once.ts';
import { linkIdOf } from '../support.ts';

// Of several requests for one wallet only the newest can be approved, even if they are concurrent.

interface Row {
  readonly what: string;
  readonly count: number;
  /** Whether an older link is already pending. */
  readonly older?: true;
  /** The order in which accepted requests are approved. */
  readonly approve?: 'last first';
}

const rows: readonly Row[] = [
  { what: 'two', count: 2 },
  { what: 'four', count: 4 },
  { what: 'two, of which the last that was answered is approved first', count: 2, approve: 'last first' },
  { what: 'two, while an older one is pending', count: 2, older: true },
  { what: 'three, while an older one is pending', count: 3, older: true, approve: 'last first' },
];

/** Which request comes first is chance, so there are several rounds. */
const ROUNDS = 3;

async function round({ merchant, wallets }: CheckContext, { count, older, approve }: Row): Promise<Exchange[]> {
  const wallet = await wallets.make();
  const waiting = older ? [(await wallets.link(merchant, wallet)).linkId] : [];
  const answers = await came(Array.from({ length: count }, () => wallets.createLink(merchant, wallet, {}, raw)));
  const accepted = answers.toSorted((a, b) => a.receivedMono - b.receivedMono).flatMap((each) => linkIdOf(each) ?? []);
  // The answer of the newest request may have been lost.
  if (answers.length < count || accepted.length === 0) throw new Blocked('not all requests were answered');
  const all = [...waiting, ...(approve === undefined ? accepted : accepted.toReversed())];
  for (const linkId of all) await merchant.api.approveWalletLink(linkId);
  const records = [];
  for (const linkId of all) records.push(await merchant.api.getWalletLink(linkId));
  return records;
}

const approvedIn = derivation(
  'how many are approved',
  (records: readonly { json: unknown }[]) =>
    records.filter(({ json }) => (Object(json) as { status?: unknown }).status === 'APPROVED').length,
);

checks(
  'wallet-link.newer-cancels-older',
  rows,
  ({ what }) => `${what}, asked for at once for one wallet: one of them can be approved`,
  async (context, row) => {
    for (let turn = 1; turn <= ROUNDS; turn++)
      expect(approvedIn(await round(context, row)), 'links that are approved').toBe(1);
  },
  { needs: ['wallets'], drawn: 1 },
);

table('wallet-link.', madeAtOnce);
