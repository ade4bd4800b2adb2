import { probes } from '../probe.support.ts';
import { found } from './paths-and-banks.ts';

probes(found, {
  'kind-live-balance-without-prefix': async (story) => {
    return (await (await story.merchant('live')).get('/v1/balance')).status;
  },
  'kind-bank-codes-cut-to-three': async (story) => {
    const banks = (await (await story.merchant()).get('/v1/banks')).body.banks as { code: string }[];
    return banks.length - new Set(banks.map(({ code }) => code)).size;
  },
});
