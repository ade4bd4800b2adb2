import { banksIn, type Exchange } from '../../lib/interface/index.ts';

/**
 * The banks' names in the list: the texts of the one field that looks like a name. Empty if there is no such field or several, because the
 * form of the list is not shown.
 */
export function bankNames({ status, json }: Exchange): string[] {
  const banks = status === 200 ? banksIn(json) : [];
  const all = [...new Set(banks.flatMap((bank) => Object.keys(bank)))].filter((key) => key !== 'code');
  const saysSo = all.filter((key) => /name|label|title/i.test(key));
  // Words with capital letters are a name; without them they may be an identifier.
  const reads = (key: string) => banks.every((bank) => typeof bank[key] === 'string' && /\p{Lu}\p{L}/u.test(bank[key]));
  const fields = saysSo.length > 0 ? saysSo : all.filter(reads);
  const [field] = fields;
  if (field === undefined || fields.length > 1) return [];
  return banks.flatMap((bank) => (typeof bank[field] === 'string' ? bank[field] : []));
}
