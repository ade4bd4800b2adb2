import { check, expect } from '../../../lib/interface/index.ts';
import { lookedForBefore } from '../../support/references/looked-for.ts';
import { expectUnknown, patternsOf } from '../../support/references/patterns.ts';

// GET shows "status, amounts, who has paid": nothing states that it also shows id and reference.
check(
  'escrow.record-found',
  'GET finds an escrow by its reference, and shows that it is not paid',
  async ({ merchant }) => {
    const record = await merchant.get(await merchant.escrow());

    expect(record).toHaveStatus(200);
    expect(record).toHaveField('status', 'pending_payment');
  },
  { alsoInLive: true },
);

check(
  'escrow.unknown-reference',
  'GET by a reference never used',
  async ({ merchant, data }) => {
    const answer = await merchant.api.getEscrow(data.reference('esc'));

    expect(answer).toHaveStatus(404);
    expect(answer).toHaveErrorShape();
  },
  { alsoInLive: true },
);

check(
  'escrow.unknown-reference',
  'GET by a used one with signs in it that stand for others in searches',
  async ({ merchant }) => {
    const { reference } = await merchant.escrow();

    for (const { what, text } of patternsOf(reference))
      expectUnknown(await merchant.api.getEscrow(text), 'escrow', text, what);
  },
);

check('escrow.other-merchant', 'another merchant does not find it', async ({ merchant, other }) => {
  const escrow = await merchant.escrow();

  expect(await other.get(escrow)).toHaveStatus(404);
});

check('escrow.other-merchant', 'another merchant cannot cancel it', async ({ merchant, other }) => {
  const escrow = await merchant.escrow();

  await other.api.cancelEscrow(escrow.reference);

  expect(await merchant.get(escrow)).toHaveField('status', 'pending_payment');
});

lookedForBefore('escrow.record-found', 'escrow', [], ({ merchant }, reference) => merchant.escrow({ reference }));

check(
  'escrow.cancelled',
  'an escrow that was to be cancelled and released before it was made',
  async ({ merchant, data }) => {
    const reference = data.reference('esc');
    await merchant.api.cancelEscrow(reference);
    await merchant.api.releaseEscrow(reference);
    await merchant.escrow({ reference });

    expect(await merchant.api.cancelEscrow(reference)).toHaveStatus(200);
    expect(await merchant.becomes({ kind: 'escrow', reference }, 'cancelled', 60)).toHaveField('status', 'cancelled');
  },
);
