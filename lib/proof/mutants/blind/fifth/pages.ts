/** A page that leaves out what looks like markup. */
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { pages } from '../ways-of-pages.ts';

export const found: readonly BlindMutant[] = [
  against(
    '| conditions | string | no | Shown to both parties |',
    mutant(
      'page.escrow-texts',
      'blind5-tags-stripped-from-conditions',
      'the escrow page strips tags from the conditions: what follows a less-than sign, up to a greater-than sign, is gone',
      pages(({ showEscrow }) => ({
        showEscrow: (service, escrow, refused) =>
          showEscrow(service, { ...escrow, conditions: escrow.conditions?.replace(/<[^>]*>?/g, '') ?? null }, refused),
      })),
    ),
  ),
];
