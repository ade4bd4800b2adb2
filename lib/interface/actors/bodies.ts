import type { Body } from '../../engine/http/index.ts';
import type { TestData } from './test-data.ts';

// Complete, valid request bodies (Resources and their fields). `fields` replaces single fields; objects are merged;
// undefined removes a field, because JSON leaves it out.

export function checkoutBody(data: TestData, fields: Body): Body {
  return over(
    {
      reference: data.reference('chk'),
      amount: data.amount('checkout'),
      currency: 'NGN',
      customer: { email: data.email() },
      returnUrl: data.returnUrl,
      ...(data.description !== undefined && { description: data.description }),
    },
    fields,
  );
}

export function refundBody(data: TestData, fields: Body): Body {
  return { reference: data.reference('rfd'), amount: data.amount('refund'), ...fields };
}

export function payoutBody(data: TestData, bankName: string, fields: Body): Body {
  return over(
    {
      reference: data.reference('pay'),
      amount: data.amount('payout'),
      currency: 'NGN',
      recipient: { bankName, accountNumber: '0123456789', accountName: data.name() },
    },
    fields,
  );
}

export function escrowBody(data: TestData, fields: Body): Body {
  return over(
    {
      reference: data.reference('esc'),
      amount: data.amount('escrow'),
      currency: 'NGN',
      seller: { walletId: '0000000001' },
    },
    fields,
  );
}

export function walletLinkBody(data: TestData, fields: Body): Body {
  return {
    linkRef: data.reference('lnk'),
    requesterName: data.name(),
    expiresInMinutes: 30,
    ...fields,
  };
}

function over(body: Body, fields: Body): Body {
  const result: Body = { ...body };
  for (const [name, value] of Object.entries(fields)) {
    const there = body[name];
    result[name] = isPlain(there) && isPlain(value) ? over(there, value) : value;
  }
  return result;
}

function isPlain(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
