import { short } from '../../engine/checks/step-log.ts';

/** "5,000 kobo"; a value that is no integer is shown as it is. */
export function kobo(amount: unknown): string {
  if (typeof amount === 'number' && Number.isInteger(amount)) return `${amount.toLocaleString('en')} kobo`;
  return amount === undefined ? 'no amount' : `the amount ${short(amount)}`;
}
