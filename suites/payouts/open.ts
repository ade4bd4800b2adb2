import { banksIn, field, observation, summary, unknownBank } from '../../lib/interface/index.ts';

observation('payout.bank-code', async ({ merchant }) => {
  const code = banksIn((await merchant.api.listBanks()).json)[0]?.code;
  const bankCode = code ?? '044';
  const looks = [
    ['a name and a code', { bankCode }],
    ['a code alone', { bankCode, bankName: undefined }],
    ['a code and a name that no bank has', { bankCode, bankName: unknownBank }],
    ['a name and a code that no bank has', { bankCode: 'no-such-code' }],
  ] as const;
  const seen: string[] = [];
  for (const [what, recipient] of looks) seen.push(`${what}: ${summary(await merchant.createPayout({ recipient }))}`);
  return seen.join('; ');
});

observation('payout.recipient-fields', async ({ merchant }) => {
  const recipient = field((await merchant.get(await merchant.payout())).json, 'recipient');
  return typeof recipient === 'object' && recipient !== null ? Object.keys(recipient).join(', ') : `${recipient}`;
});

observation('payout.reference-length', async ({ merchant, data }) => {
  const references = [
    ['101 characters', data.reference('pay').padEnd(101, 'x')],
    ['256 characters', data.reference('pay').padEnd(256, 'x')],
    ['with a space', `${data.reference('pay')} x`],
    ['with a slash', `${data.reference('pay')}/x`],
  ] as const;
  const seen: string[] = [];
  for (const [what, reference] of references)
    seen.push(`${what}: ${summary(await merchant.createPayout({ reference }))}`);
  return seen.join('; ');
});

observation('payout.status-on-create', async ({ merchant, time }) => {
  const began = time.now();
  const payout = await merchant.payout();
  if (payout.status !== 'pending') return `${payout.status} at once`;
  await merchant.settles(payout);
  return `pending; succeeded within ${Math.ceil((time.now() - began) / 1_000)} s`;
});
