/**
 * The sections of the interface document, in its order: the beginning of a requirement's `source`, and the anchor of the heading as
 * Markdown viewers make it.
 */
const sections = {
  'What the service does': 'what-the-service-does',
  Resources: 'resources-and-their-fields',
  'States and transitions': 'states-and-transitions',
  Endpoints: 'endpoints',
  Authentication: 'authentication',
  Events: 'events',
  Errors: 'errors',
  Limits: 'limits',
  Versioning: 'versioning',
} as const;

export type Section = keyof typeof sections;

/** The section that contains a passage; undefined if the document has no such section. */
export function sectionOf(source: string): Section | undefined {
  return (Object.keys(sections) as Section[]).find((name) => source === name || source.startsWith(`${name},`));
}

/** The address of a passage, given the document's address. */
export function addressOf(source: string, document: string): string {
  const section = sectionOf(source);
  return section === undefined ? document : `${document.replace(/#.*$/, '')}#${sections[section]}`;
}

/**
 * Groups entries about the same passage, in the order of the document: by section, then by passage in alphabetical order with numbers
 * compared by value.
 */
export function byPassage<T extends { readonly source: string }>(
  entries: readonly T[],
): { section: Section | undefined; source: string; entries: T[] }[] {
  const names: readonly (Section | undefined)[] = Object.keys(sections) as Section[];
  const place = (section: Section | undefined) => (section === undefined ? names.length : names.indexOf(section));
  return [...Map.groupBy(entries, ({ source }) => source)]
    .map(([source, of], at) => ({ section: sectionOf(source), source, entries: of, at }))
    .sort((a, b) => place(a.section) - place(b.section) || topic(a.source, b.source) || a.at - b.at)
    .map(({ section, source, entries: of }) => ({ section, source, entries: of }));
}

/** Compares numbers by value, so that rules are in order; passages of one table are adjacent. */
function topic(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
