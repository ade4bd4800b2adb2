import { derivation, type ExchangeView } from '../../lib/interface/index.ts';

/** The answer without the wallet's id, so that answers about different wallets can be compared. */
export const saidOf = derivation(
  'what is said of a wallet',
  ({ status, text }: ExchangeView, walletId: string) => `${status} ${text.replaceAll(walletId, 'the wallet')}`,
);

/**
 * The paths at which an answer differs from those for two existing wallets: by its status, by a value that both have in common, or by the
 * type of a value in which they differ.
 */
export const beyondTheHolder = derivation(
  'what tells a wallet from those that exist',
  (answer: ExchangeView, one: ExchangeView, another: ExchangeView) => {
    const [seen, first, second] = [leavesOf(answer.json), leavesOf(one.json), leavesOf(another.json)];
    const paths = new Set([...seen.keys(), ...first.keys()]);
    const differing = [...paths].filter((path) => {
      const [value, known] = [seen.get(path), first.get(path)];
      return known === second.get(path) ? value !== known : value === null || typeof value !== typeof known;
    });
    return answer.status === one.status ? differing : ['status', ...differing];
  },
);

/** Every leaf value of a JSON value, by its path. */
function leavesOf(json: unknown, path = ''): Map<string, unknown> {
  if (typeof json !== 'object' || json === null) return new Map([[path, json]]);
  return new Map(Object.entries(json).flatMap(([name, value]) => [...leavesOf(value, `${path}.${name}`)]));
}
