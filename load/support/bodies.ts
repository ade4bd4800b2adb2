// Complete, valid bodies (Resources and their fields). The audit sends some of them again with identical bytes.

export function checkoutBody(reference: string, amount: number) {
  return {
    reference,
    amount,
    currency: 'NGN',
    customer: { email: 'load@example.com' },
    returnUrl: 'https://shop.example.com/return',
  };
}

export function payoutBody(reference: string, amount: number, bankName: string, accountNumber: string) {
  return { reference, amount, currency: 'NGN', recipient: { bankName, accountNumber, accountName: 'Ada Eze' } };
}

export function escrowBody(reference: string, amount: number) {
  return { reference, amount, currency: 'NGN', seller: { walletId: '0000000001' } };
}
