/** What other teams might have built: each of these is to be certified without one failure. */
import { answers } from './answers.ts';
import { control } from './control.ts';
import { deliveries } from './deliveries.ts';
import { escrows } from './escrows.ts';
import { keys } from './keys.ts';
import { limiters } from './limits.ts';
import { links } from './links.ts';
import { money } from './money.ts';
import { pages } from './pages.ts';
import type { PermittedVariant } from './permitted-variant.ts';
import { records } from './records.ts';
import { refused } from './refusals.ts';
import { requests } from './requests.ts';
import { settlement } from './settlement.ts';
import { webhooks } from './webhooks.ts';

export { goTogether, type PermittedVariant } from './permitted-variant.ts';

export const permittedVariants: readonly PermittedVariant[] = [
  ...answers,
  ...refused,
  ...requests,
  ...records,
  ...settlement,
  ...money,
  ...escrows,
  ...links,
  ...keys,
  ...limiters,
  ...webhooks,
  ...deliveries,
  ...pages,
  ...control,
];
