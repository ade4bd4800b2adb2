import { expect, requirement } from '../../lib/harness/index.ts';

requirement('escrow.record-found', 'GET finds an escrow by its reference, with its id', async ({ merchant }) => {
  const escrow = await merchant.escrow();

  const record = await merchant.get(escrow);

  expect(record).toHaveStatus(200);
  expect(record).toHaveField('reference', escrow.reference);
  expect(record).toHaveField('id', escrow.id);
});

requirement('escrow.record-found', 'GET shows that a new escrow is not paid', async ({ merchant }) => {
  const escrow = await merchant.escrow();

  expect(await merchant.get(escrow)).toHaveField('status', 'pending_payment');
});

requirement('escrow.unknown-reference', 'GET by a reference never used', async ({ merchant, fresh }) => {
  const answer = await merchant.api.getEscrow(fresh.reference('esc'));

  expect(answer).toHaveStatus(404);
  expect(answer).toHaveErrorShape();
});

requirement('escrow.other-merchant', 'another merchant does not find it', async ({ merchant, other }) => {
  const escrow = await merchant.escrow();

  expect(await other.get(escrow)).toHaveStatus(404);
});

requirement('escrow.other-merchant', 'another merchant cannot cancel it', async ({ merchant, other }) => {
  const escrow = await merchant.escrow();

  await other.api.cancelEscrow(escrow.reference);

  expect(await merchant.get(escrow)).toHaveField('status', 'pending_payment');
});
