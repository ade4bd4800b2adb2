import type { Definition } from './define.ts';

/** A check for tests: of a requirement with this title, with nothing special about it but `how`. */
export function aDefinition(title: string, how: Partial<Definition> = {}): Definition {
  return {
    kind: 'requirement',
    id: 'thing.made',
    chapter: 'things',
    title,
    needs: [],
    waits: undefined,
    realTime: false,
    oneMerchant: true,
    requests: 3,
    cost: 0,
    runs: 'together',
    row: null,
    check: async () => {},
    ...how,
  };
}
