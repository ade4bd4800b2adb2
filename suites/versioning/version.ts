import {
  Blocked,
  check,
  checks,
  type Exchange,
  expect,
  type Merchant,
  observation,
  signatures,
  summary,
} from '../../lib/interface/index.ts';
import { attemptsOf, needsOf, rows, titleOf } from '../webhooks/happenings/histories.ts';

check('version.path-prefix', 'bank list, balance and a known checkout are found below /v1', async ({ merchant }) => {
  const { reference } = await merchant.checkout();

  for (const path of ['/banks', '/balance', `/checkouts/${reference}`]) {
    const below = await get(merchant, `/v1${path}`);
    if (below.status !== 200) await mustBeElsewhere(merchant, path, below);
    expect(below, `/v1${path}`).toHaveStatus(200);
  }
});

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
  rows,
  (row) => `${titleOf(row)}: both, each valid, at every attempt`,
  async (context, row) => {
    const all = attemptsOf(await row.history(context)).map(signatures);

    expect(all, 'both signatures of each attempt').toEqual(all.map(() => ['valid', 'valid']));
  },
  needsOf,
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
