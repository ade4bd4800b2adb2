import { derivation } from '../../lib/interface/index.ts';

export const withoutQuery = derivation('address without its query', (url: string) => {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
});

/** Every value of a query parameter. */
export const queryOf = derivation('query parameter', (url: string, name: string) =>
  new URL(url).searchParams.getAll(name),
);
