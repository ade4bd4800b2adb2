/** What other teams may have built: each variant has to be certified without a failure. */

import { control } from './control.ts';
import { escrows } from './payments/escrows.ts';
import { links } from './payments/links.ts';
import { money } from './payments/money.ts';
import { pages } from './payments/pages.ts';
import { records } from './payments/records.ts';
import { settlement } from './payments/settlement.ts';
import { visits } from './payments/visits.ts';
import type { PermittedVariant } from './permitted-variant.ts';
import { answers } from './requests/answers.ts';
import { http } from './requests/http.ts';
import { keys } from './requests/keys.ts';
import { limiters } from './requests/limits.ts';
import { refused } from './requests/refusals.ts';
import { requests } from './requests/requests.ts';
import { stacks } from './requests/stacks.ts';
import { deliveries } from './webhooks/deliveries.ts';
import { webhooks } from './webhooks/webhooks.ts';

export { goTogether, type PermittedVariant } from './permitted-variant.ts';

export const permittedVariants: readonly PermittedVariant[] = [
  ...answers,
  ...refused,
  ...requests,
  ...stacks,
  ...http,
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
  ...visits,
  ...control,
];
