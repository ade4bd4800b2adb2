import { banksIn, type Exchange } from '../../lib/interface/index.ts';

/**
 * What the bank list calls its banks: the texts of the one field that is named so. Empty where that cannot be told, for the shape of the
 * list is not shown.
 */
export function bankNames({ status, json }: Exchange): string[] {
  const banks = status === 200 ? banksIn(json) : [];
  const fields = [...new Set(banks.flatMap((bank) => Object.keys(bank)))].filter((key) =>
    /name|label|title/i.test(key),
  );
  const [field] = fields;
  if (field === undefined || fields.length > 1) return [];
  return banks.flatMap((bank) => (typeof bank[field] === 'string' ? bank[field] : []));
}
