/** Defects by which a merchant reaches another merchant's resources. */

import type { RequirementId } from '../../interface/register/index.ts';
import type { EndpointName } from '../reference/rules/requests.ts';
import { type Change, type Mutant, mutant } from './mutant.ts';
import { before, isAt } from './steps.ts';

/** At these endpoints a resource is found whichever merchant asks. */
export function seesOthers(breaks: RequirementId, name: string, what: string, ...at: readonly EndpointName[]): Mutant {
  return mutant(breaks, name, what, asItsOwner(at));
}

function asItsOwner(at: readonly EndpointName[]): Change {
  return before('answerKnown', (asked, next) => {
    const { about } = asked.endpoint;
    if (!isAt(asked, at) || about === undefined) return next();
    const { reference = '', linkId = '' } = asked.params;
    const owner = [...asked.environment.merchants.values()].find(({ records, links }) =>
      about === 'walletLink' ? links.has(linkId) : records[about].has(reference),
    );
    asked.merchant = owner ?? asked.merchant;
    return next();
  });
}
