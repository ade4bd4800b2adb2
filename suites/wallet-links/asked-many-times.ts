import { askedManyTimes } from '../support/often/often.ts';

for (const chapter of ['wallet-link.', 'wallet.'] as const) askedManyTimes(chapter);
