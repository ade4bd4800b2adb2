import { short } from '../../engine/checks/step-log.ts';

/** "5,000 kobo", or the value as it is where it is no whole number. */
export function kobo(amount: unknown): string {
  if (typeof amount === 'number' && Number.isInteger(amount)) return `${amount.toLocaleString('en')} kobo`;
  return amount === undefined ? 'no amount' : `the amount ${short(amount)}`;
}
