import { checks, expect } from '../../../lib/interface/index.ts';
import { titleOf } from '../happenings/histories.ts';
import { rotated } from '../happenings/rotated.ts';
import { about, withoutError } from './entries.ts';

// Every kind of event is listed after the secret was rotated, with the error of an attempt that got no answer.

const optionsOf = ({ needs }: (typeof rotated)[number]) => ({ needs: [...needs, 'deliveries' as const], drawn: 0.3 });

checks(
  'delivery.listed',
  rotated,
  (row) => `${titleOf(row)} after two rotations: it is listed`,
  async (context, { happening, told }) => {
    const { entries, reference } = await told(context);

    expect(about(entries, reference, happening.kind), `entries of ${happening.kind}`).not.toBeEmpty();
  },
  optionsOf,
);

checks(
  'delivery.lists-attempts',
  rotated,
  (row) => `${titleOf(row)} after two rotations: its first attempt got no answer, and is listed with an error`,
  async (context, { happening, told }) => {
    const { entries, reference } = await told(context);

    expect(withoutError(about(entries, reference, happening.kind)), 'entries without an error').toEqual([]);
  },
  optionsOf,
);
