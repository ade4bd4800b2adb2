import { Blocked, type Exchange, expect, requirement, summary } from '../../lib/harness/index.ts';

/** A step: whatever refusal it was. */
function refused(exchange: Exchange): void {
  if (exchange.status < 400 || exchange.status >= 500) {
    throw new Blocked(`the request should have been refused; got ${summary(exchange)}`);
  }
}

requirement(
  'error.refused-has-no-effect',
  'no checkout exists after an amount too small',
  async ({ merchant, fresh }) => {
    const reference = fresh.reference('chk');
    refused(await merchant.createCheckout({ reference, amount: 99 }));

    expect(await merchant.api.getCheckout(reference)).toHaveStatus(404);
  },
);

requirement(
  'error.refused-has-no-effect',
  'the reference of a refused checkout is still free',
  async ({ merchant, fresh }) => {
    const reference = fresh.reference('chk');
    refused(await merchant.createCheckout({ reference, amount: 99 }));

    expect(await merchant.createCheckout({ reference, amount: 5_000 })).toHaveStatus(201);
  },
);

requirement(
  'error.refused-has-no-effect',
  'no payout exists after an amount too small',
  async ({ merchant, fresh }) => {
    const reference = fresh.reference('pay');
    refused(await merchant.createPayout({ reference, amount: 9_999 }));

    expect(await merchant.api.getPayout(reference)).toHaveStatus(404);
  },
);

requirement('error.refused-has-no-effect', 'no payout exists after an unknown bank', async ({ merchant, fresh }) => {
  const reference = fresh.reference('pay');
  refused(await merchant.createPayout({ reference, recipient: { bankName: 'Qzxv Nowhere Trust 404' } }));

  expect(await merchant.api.getPayout(reference)).toHaveStatus(404);
});

requirement(
  'error.refused-has-no-effect',
  'no escrow exists after an amount too small',
  async ({ merchant, fresh }) => {
    const reference = fresh.reference('esc');
    refused(await merchant.createEscrow({ reference, amount: 9_999 }));

    expect(await merchant.api.getEscrow(reference)).toHaveStatus(404);
  },
);
