/** The console: its list leaves out the attempts that got no answer. */
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

export const found: readonly BlindMutant[] = [
  against(
    'The console lists deliveries with attempts, last HTTP status, error and sent payload.',
    mutant(
      'delivery.lists-attempts',
      'blind26-unanswered-attempts-are-not-listed',
      'the list is written by what reads the answers: an attempt whose connection was refused or cut is made, tried again on the schedule, and not listed',
      functions(({ deliveryList }) => ({
        deliveryList: (deliveries, merchant) =>
          deliveryList(
            deliveries.map((each) => ({ ...each, attempts: each.attempts.filter(({ status }) => status !== null) })),
            merchant,
          ),
      })),
    ),
  ),
];
