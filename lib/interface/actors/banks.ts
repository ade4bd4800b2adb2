import { banksIn } from '../wire/banks.ts';

export { banksIn } from '../wire/banks.ts';

/** A bank name that the target should be able to match: from its own list, a well-known one if the list has one. */
export function aBankName(json: unknown): string {
  const names = banksIn(json).flatMap((bank) => {
    const named = Object.entries(bank).filter(([key]) => /name/i.test(key));
    const texts = named.length > 0 ? named : Object.entries(bank).filter(([key]) => key !== 'code');
    return texts
      .map(([, value]) => value)
      .filter((value): value is string => typeof value === 'string' && /\p{L}{2}/u.test(value));
  });
  return names.find((name) => /access bank|zenith|guaranty|first bank/i.test(name)) ?? names[0] ?? 'Access Bank';
}

/** A name that no bank has, nor any word of one: how names are matched is not shown. */
export const unknownBank = 'Xqzwv Jkpt';
