/**
 * Reads an ISO 8601 date-time with a zone, in any usual spelling: extended or basic, with or without seconds and fraction,
 * zone `Z`, `±hh`, `±hhmm` or `±hh:mm`. Returns epoch milliseconds, or undefined when the text denotes no real instant.
 */
export function parseInstant(text: string): number | undefined {
  const parts = extended.exec(text)?.groups ?? basic.exec(text)?.groups;
  if (parts === undefined) return undefined;
  const at = (name: string): number => Number(parts[name] ?? 0);

  const [year, month, day] = [at('year'), at('month'), at('day')];
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;

  const [hour, minute, second] = [at('hour'), at('minute'), at('second')];
  const fraction = Number(`0.${parts.fraction ?? 0}`);
  // Hour 24 is midnight at the end of a day; second 60 is a leap second.
  const endOfDay = hour === 24 && minute === 0 && second === 0 && fraction === 0;
  if ((hour > 23 && !endOfDay) || minute > 59 || second > 60) return undefined;

  const [zoneHour, zoneMinute] = [at('zoneHour'), at('zoneMinute')];
  if (zoneHour > 23 || zoneMinute > 59) return undefined;
  const offset = (parts.sign === '-' || parts.sign === '\u2212' ? -1 : 1) * (zoneHour * 60 + zoneMinute) * 60_000;

  const midnight = new Date(0);
  midnight.setUTCFullYear(year, month - 1, day);
  return midnight.getTime() + ((hour * 60 + minute) * 60 + second) * 1_000 + Math.floor(fraction * 1_000) - offset;
}

const zone = '(?:[Zz]|(?<sign>[+\\-\\u2212])(?<zoneHour>\\d{2})(?::?(?<zoneMinute>\\d{2}))?)';
const fraction = '(?:[.,](?<fraction>\\d+))?';
const extended = new RegExp(
  `^(?<year>\\d{4})-(?<month>\\d{2})-(?<day>\\d{2})[Tt](?<hour>\\d{2}):(?<minute>\\d{2})(?::(?<second>\\d{2})${fraction})?${zone}$`,
);
const basic = new RegExp(
  `^(?<year>\\d{4})(?<month>\\d{2})(?<day>\\d{2})[Tt](?<hour>\\d{2})(?<minute>\\d{2})(?:(?<second>\\d{2})${fraction})?${zone}$`,
);

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
