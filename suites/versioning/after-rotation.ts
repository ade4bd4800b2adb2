import { check, expect } from '../../lib/interface/index.ts';
import { afterRotation } from '../webhooks/happenings/rotated.ts';

// A receiver that knows one secret must be able to check either signature.
check(
  'version.both-signatures',
  'of a retry after a rotation both are made with one secret, the old or the new one',
  async (context) => {
    const { byOld, byNew } = await afterRotation(context);
    const isNew = byNew.some(({ value }) => value === 'valid');

    expect(isNew ? byNew : byOld, `both signatures, by the ${isNew ? 'new' : 'old'} secret`).toEqual([
      'valid',
      'valid',
    ]);
  },
  { needs: ['rotate-secret'] },
);
