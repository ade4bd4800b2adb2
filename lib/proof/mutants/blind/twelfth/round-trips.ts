/** Texts that share a column, or that are read as something else. */
import { mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { deeply, keptAs } from '../ways.ts';

/** Characters of the bank's column for the purpose of a transfer. */
const PURPOSE = 110;

/** The texts that YAML 1.1 does not keep as texts. */
function asYaml(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (/^(yes|on|true|y)$/i.test(value)) return true;
  if (/^(no|off|false|n)$/i.test(value)) return false;
  return /^(null|~)$/i.test(value) ? null : value;
}

export const found: readonly BlindMutant[] = [
  against(
    'narration | string | no | Max 100 chars. Payout record: narration (string or null).',
    mutant(
      'payout.narration-longest',
      'blind12-narration-beside-the-reference',
      'the reference and the narration are kept in one column of 110 characters, as the bank takes them: a long narration comes back without its end where the reference has more than nine characters',
      before('act', (asked, next) => {
        const { body } = asked;
        const narration = body.text('narration');
        const room = PURPOSE - `${body.text('reference')} `.length;
        if (isAt(asked, 'createPayout') && narration !== null) body.value.narration = narration.slice(0, room);
        return next();
      }),
    ),
  ),
  against(
    'metadata | object | Up to 4 KB. Returned by GET.',
    mutant(
      'checkout.record-metadata',
      'blind12-metadata-read-as-yaml',
      'metadata are kept as YAML without quotes: texts such as no, yes, on and off come back as true or false, so that the country NO is lost',
      keptAs('createCheckout', 'metadata', deeply(asYaml)),
    ),
  ),
];
