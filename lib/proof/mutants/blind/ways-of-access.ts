/** Ways to let in, or to find for somebody, what is not theirs. */
import { Refusal } from '../../reference/engine/refusal.ts';
import type { Kind, Merchant, RecordOf } from '../../reference/rules/records.ts';
import type { EndpointName } from '../../reference/rules/requests.ts';
import type { Case } from '../../reference/rules/rulebook.ts';
import { functions, guard } from '../change.ts';
import { all, type Change } from '../mutant.ts';
import { before } from '../steps.ts';
import { merchantMeant } from './ways.ts';

/**
 * What becomes of a request whose credentials are refused, now that its endpoint is known: another refusal, or null
 * where it is let in. It then acts as `asked.merchant`: the one whose key or id was given, or any, which `decide` may replace.
 */
export function credentialsRefused(decide: (asked: Case, refusal: Refusal) => Refusal | null): Change {
  const refused = new WeakMap<Case['header'], Refusal>();
  return all(
    before('limitRate', (asked, next) => {
      const refusal = refused.get(asked.header);
      const decided = refusal === undefined ? null : decide(asked, refusal);
      if (decided !== null) throw decided;
      return next();
    }),
    functions(({ authenticate }) => ({
      authenticate(service, environment, header) {
        try {
          return authenticate(service, environment, header);
        } catch (error) {
          const merchant = merchantMeant(service, header) ?? [...environment.merchants.values()][0];
          if (!(error instanceof Refusal) || merchant === undefined) throw error;
          refused.set(header, error);
          return merchant;
        }
      },
    })),
  );
}

export function letsIn(when: (asked: Case, refusal: Refusal) => boolean): Change {
  return credentialsRefused((asked, refusal) => (when(asked, refusal) ? null : refusal));
}

export function keyOf({ header }: Pick<Case, 'header'>): string {
  return /^\S+ +(\S+)$/.exec(header('authorization') ?? '')?.[1] ?? '';
}

export function otherMerchants({ environment, merchant }: Pick<Case, 'environment' | 'merchant'>): Merchant[] {
  return [...environment.merchants.values()].filter((each) => each !== merchant);
}

/** Where the asker has none of that reference, another merchant's is found. */
export function findsOthers<K extends Exclude<Kind, 'walletLink'>>(
  at: EndpointName,
  kind: K,
  when: (record: RecordOf[K]) => boolean,
): Change {
  return before('answerKnown', (asked, next) => {
    const { reference = '' } = asked.params;
    if (asked.endpoint.name !== at || asked.merchant.records[kind].has(reference)) return next();
    for (const other of otherMerchants(asked)) {
      const record = other.records[kind].get(reference);
      if (record !== undefined && when(record)) asked.merchant = other;
    }
    return next();
  });
}

/** The balance of a wallet is shown there too. */
export function opensAlso(when: (asked: Case) => boolean): Change {
  return (rules) => {
    const plain = rules.guards.find(({ id }) => id === 'wallet-balance.not-approved');
    return guard('wallet-balance.not-approved', {
      refuses: (asked) => !when(asked) && (plain?.refuses(asked) ?? false),
    })(rules);
  };
}
