/** What a guard or a sanitiser takes out of a body, or decodes in it. */
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { deeply, keptAs } from '../ways.ts';

/** Columns that a request may not set. */
const GUARDED: readonly string[] = ['id', 'status', 'createdAt', 'updatedAt'];

function withoutGuarded(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !GUARDED.includes(name)));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

function decoded(text: unknown): string {
  return String(text).replace(/&(amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}

export const found: readonly BlindMutant[] = [
  against(
    'metadata: object, up to 4 KB. Returned by GET.',
    mutant(
      'checkout.record-metadata',
      'blind11-guarded-names-removed-inside',
      'the guard against requests that set columns of the service removes id, status, createdAt and updatedAt at any depth of the body: metadata comes back without what has these names',
      keptAs('createCheckout', 'metadata', deeply(withoutGuarded)),
    ),
  ),
  against(
    'Checkout record (GET): description | string or null. Create request: description | string | Max 255 chars.',
    mutant(
      'checkout.record-as-sent',
      'blind11-entities-decoded',
      'the sanitiser decodes what is written as an entity of HTML: the description "How to write &amp;lt;" comes back as "How to write &lt;"',
      keptAs('createCheckout', 'description', decoded),
    ),
  ),
];
