/** Nigerian banks with their codes and other common names. */
export const banks: readonly { code: string; name: string; also: readonly string[] }[] = [
  { code: '044', name: 'Access Bank', also: ['Access', 'Access Diamond'] },
  { code: '023', name: 'Citibank Nigeria', also: ['Citi'] },
  { code: '050', name: 'Ecobank Nigeria', also: ['Eco'] },
  { code: '070', name: 'Fidelity Bank', also: [] },
  { code: '011', name: 'First Bank of Nigeria', also: ['First', 'FBN'] },
  { code: '214', name: 'First City Monument Bank', also: ['FCMB'] },
  { code: '058', name: 'Guaranty Trust Bank', also: ['GTBank', 'GTB', 'GTCO'] },
  { code: '030', name: 'Heritage Bank', also: [] },
  { code: '301', name: 'Jaiz Bank', also: [] },
  { code: '082', name: 'Keystone Bank', also: [] },
  { code: '50211', name: 'Kuda Microfinance Bank', also: ['Kuda'] },
  { code: '50515', name: 'Moniepoint Microfinance Bank', also: ['Moniepoint'] },
  { code: '999992', name: 'OPay', also: ['Opay Digital Services', 'Paycom'] },
  { code: '999991', name: 'PalmPay', also: [] },
  { code: '076', name: 'Polaris Bank', also: ['Skye'] },
  { code: '101', name: 'Providus Bank', also: [] },
  { code: '221', name: 'Stanbic IBTC Bank', also: ['Stanbic', 'IBTC'] },
  { code: '068', name: 'Standard Chartered Bank', also: ['Standard Chartered'] },
  { code: '232', name: 'Sterling Bank', also: [] },
  { code: '100', name: 'SunTrust Bank', also: [] },
  { code: '302', name: 'TAJ Bank', also: [] },
  { code: '032', name: 'Union Bank of Nigeria', also: ['Union'] },
  { code: '033', name: 'United Bank for Africa', also: ['UBA'] },
  { code: '215', name: 'Unity Bank', also: [] },
  { code: '035', name: 'Wema Bank', also: ['ALAT'] },
  { code: '057', name: 'Zenith Bank', also: [] },
];

/** Finds a bank by one of its names, ignoring case, punctuation and words such as "Bank" or "Plc". */
export function matchBank(name: string): { code: string; name: string } | undefined {
  return byKey.get(keyOf(name));
}

function keyOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/\b(plc|ltd|limited|nigeria|ng|of|the|microfinance|mfb|bank)\b/g, ' ')
    .replace(/bank\b/g, '')
    .replace(/\s+/g, '');
}

const byKey = new Map(banks.flatMap((bank) => [bank.name, ...bank.also].map((name) => [keyOf(name), bank] as const)));
