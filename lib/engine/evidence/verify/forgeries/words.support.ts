import { formats } from '../../../reports/formats.ts';
import { retotal } from '../forger.support.ts';
import { BROKEN, CREATED, edited, type Forgery, nothing, requirementOf } from './forgery.support.ts';

export const words: readonly Forgery[] = [
  {
    what: 'a statement of the register',
    told: /checkout\.created is not in the words of the register/,
    change: (forged) => Object.assign(requirementOf(forged, CREATED), { statement: 'Anything goes.' }),
  },
  {
    what: 'how severe a failure is',
    told: /refund\.exceeds-paid is not in the words of the register/,
    change: (forged) =>
      Object.assign(requirementOf(forged, BROKEN), { rating: { severity: 'minor', because: 'nobody minds' } }),
  },
  {
    what: 'a requirement left out of the certificate',
    told: /refund\.exceeds-paid is missing/,
    change(forged) {
      const { certificate } = forged;
      certificate.requirements = certificate.requirements.filter(({ id }) => id !== BROKEN);
      retotal(forged);
    },
  },
  {
    what: 'a requirement there twice',
    told: /an entry of the register is there more than once/,
    change(forged) {
      forged.certificate.requirements.push(structuredClone(requirementOf(forged, CREATED)));
      retotal(forged);
    },
  },
  {
    what: 'a requirement that there is none of',
    told: /refund\.invented is not in the register/,
    change(forged) {
      forged.certificate.requirements.push({
        ...structuredClone(requirementOf(forged, CREATED)),
        id: 'refund.invented',
      });
      retotal(forged);
    },
  },
  {
    what: 'which checks a requirement has',
    told: /checkout\.created names other checks than its run makes/,
    change: (forged) => void requirementOf(forged, CREATED).tests.push('suites/checkouts/create.ts: it is lovely'),
  },
  ...Object.keys(formats).map((file): Forgery => {
    const [from, to] = file === 'trace.html' ? ['failed', 'passed'] : [/nonconformant|failed|failure/i, 'conformant'];
    return {
      what: `\`${file}\``,
      told: new RegExp(`${file.replace('.', '\\.')}: it says other than certificate\\.json`),
      change: nothing,
      finish: edited(file, from as string, to as string),
    };
  }),
];
