import { created } from '../../../lib/interface/index.ts';
import { presentForEach } from '../../support/references/present.ts';

presentForEach('payout', 'payout.references-apart', [], {
  make: (_, as, reference, amount) => as.createPayout({ reference, amount }),
  ends: (_, as, made) => as.becomes(created('payout', made), 'succeeded'),
});
