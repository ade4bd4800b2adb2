/** What reports show of the interface document: its name, and its sections as links. Callers pass it in, as the engine knows no interface. */
export interface InterfaceDocument {
  readonly name: string;
  /**
   * Its sections in its order: the beginning of a requirement's `source`, and the anchor of the heading as Markdown viewers make it.
   */
  readonly sections: Readonly<Record<string, string>>;
}

/** The section that contains a passage; undefined if the document has no such section. */
export function sectionOf(source: string, { sections }: InterfaceDocument): string | undefined {
  return Object.keys(sections).find((name) => source === name || source.startsWith(`${name},`));
}

/** The URL of a passage, given the document's. */
export function addressOf(source: string, url: string, document: InterfaceDocument): string {
  const section = sectionOf(source, document);
  return section === undefined ? url : `${url.replace(/#.*$/, '')}#${document.sections[section]}`;
}

/**
 * Groups entries about the same passage, in the order of the document: by section, then by passage in alphabetical order with numbers
 * compared by value.
 */
export function byPassage<T extends { readonly source: string }>(
  entries: readonly T[],
  document: InterfaceDocument,
): { section: string | undefined; source: string; entries: T[] }[] {
  const names = Object.keys(document.sections);
  const place = (section: string | undefined) => (section === undefined ? names.length : names.indexOf(section));
  return [...Map.groupBy(entries, ({ source }) => source)]
    .map(([source, of], at) => ({ section: sectionOf(source, document), source, entries: of, at }))
    .sort((a, b) => place(a.section) - place(b.section) || topic(a.source, b.source) || a.at - b.at)
    .map(({ section, source, entries: of }) => ({ section, source, entries: of }));
}

/** Compares numbers by value, so that rules are in order; passages of one table are adjacent. */
function topic(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
