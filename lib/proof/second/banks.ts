interface Bank {
  code: string;
  label: string;
  also: string[];
}

/** The bank with the name `recipient.bankName` of a payout, if any. */
export function bankNamed(name: string): Bank | undefined {
  return banks.find(({ label, also }) => [label, ...also].some((known) => plain(known) === plain(name)));
}

export const banks: Bank[] = [
  { code: '044', label: 'Access Bank', also: ['Access Diamond Bank'] },
  { code: '023', label: 'Citibank Nigeria', also: ['Citi'] },
  { code: '050', label: 'Ecobank Nigeria', also: ['Eco'] },
  { code: '070', label: 'Fidelity Bank', also: [] },
  { code: '011', label: 'First Bank of Nigeria', also: ['FBN', 'FirstBank'] },
  { code: '214', label: 'First City Monument Bank', also: ['FCMB'] },
  { code: '058', label: 'Guaranty Trust Bank', also: ['GTB', 'GTBank', 'GTCO', 'GT'] },
  { code: '082', label: 'Keystone Bank', also: [] },
  { code: '50211', label: 'Kuda Bank', also: ['Kuda Microfinance Bank', 'Kuda MFB'] },
  { code: '50515', label: 'Moniepoint', also: ['Moniepoint MFB', 'Moniepoint Microfinance Bank'] },
  { code: '999992', label: 'OPay', also: ['OPay Digital Services', 'Paycom'] },
  { code: '999991', label: 'PalmPay', also: [] },
  { code: '076', label: 'Polaris Bank', also: ['Skye Bank'] },
  { code: '101', label: 'Providus Bank', also: [] },
  { code: '221', label: 'Stanbic IBTC Bank', also: ['Stanbic'] },
  { code: '068', label: 'Standard Chartered Bank', also: [] },
  { code: '232', label: 'Sterling Bank', also: [] },
  { code: '032', label: 'Union Bank of Nigeria', also: ['UnionBank'] },
  { code: '033', label: 'United Bank for Africa', also: ['UBA'] },
  { code: '215', label: 'Unity Bank', also: [] },
  { code: '035', label: 'Wema Bank', also: ['ALAT'] },
  { code: '057', label: 'Zenith Bank', also: ['Zenith International Bank'] },
];

/** Normalises a bank name: case, punctuation and common words are ignored. */
function plain(name: string): string {
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9 ]+/g, '')
    .split(/ +/);
  return words.filter((word) => !['bank', 'plc', 'of', 'nigeria', 'limited', 'ltd', 'the'].includes(word)).join('');
}
