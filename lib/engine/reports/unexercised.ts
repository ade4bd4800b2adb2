import type { CertifiedRequirement } from '../evidence/certificate.ts';

/** Groups the requirements that were not exercised by the first reason of each; reasons that differ in a length of time alone are one. */
export function unexercised(
  requirements: readonly CertifiedRequirement[],
): { readonly why: string; readonly of: readonly CertifiedRequirement[] }[] {
  const left = requirements.filter(({ outcome }) => outcome === 'not_exercised');
  const reasonOf = ({ reasons, reason }: CertifiedRequirement) => reasons?.[0] ?? reason ?? '';
  const groups = Map.groupBy(left, (each) => reasonOf(each).split(LENGTH_OF_TIME).join(LENGTH));
  return [...groups].map(([wording, of]) => {
    const lengths = of.map((each) => reasonOf(each).match(LENGTH_OF_TIME) ?? []);
    const words = wording.split(LENGTH);
    return {
      why: words.map((each, at) => (at === 0 ? each : range(lengths.map((all) => all[at - 1] ?? '')) + each)).join(''),
      of,
    };
  });
}

/** As `formatDuration` writes it. */
const LENGTH_OF_TIME = /\d+(?:\.\d+)? (?:s|min|h)\b/g;

/** Stands for a length of time where reasons are compared. */
const LENGTH = '\u0000';

function range(lengths: readonly string[]): string {
  const unit: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3_600 };
  const seconds = (length: string) => Number.parseFloat(length) * (unit[length.split(' ')[1] ?? ''] ?? 0);
  const sorted = lengths.toSorted((a, b) => seconds(a) - seconds(b));
  const [shortest, longest] = [sorted[0] ?? '', sorted.at(-1) ?? ''];
  return shortest === longest ? shortest : `${shortest} to ${longest}`;
}
