import type { Certificate } from '../evidence/certificate.ts';
import { badge } from './badge.ts';
import { ctrfReport } from './ctrf.ts';
import { junitXml, type Shown } from './junit.ts';
import { certificatePage } from './pages/certificate-page.ts';
import { tracePage } from './pages/trace-page.ts';
import { summary } from './summary.ts';

/** What a format is made from, and nothing else: whoever verifies a run makes it again, and compares to the byte. */
export interface Rendered {
  readonly certificate: Certificate;
  /** The certificate as its file has it. */
  readonly json: string;
  readonly results: readonly Shown[];
}

/** Every file that a run leaves for people and other programs: written, made again by `npm run verify`, and forged in its tests from this list. */
export const formats: Readonly<Record<string, (run: Rendered) => string>> = {
  'certificate.html': ({ certificate, json }) => certificatePage(certificate, json),
  'trace.html': ({ certificate }) => tracePage(certificate),
  'summary.md': ({ certificate }) => summary(certificate),
  'junit.xml': ({ certificate, results }) => junitXml(certificate, results),
  'ctrf.json': ({ certificate, results }) => `${JSON.stringify(ctrfReport(certificate, results), null, 2)}\n`,
  'badge.svg': ({ certificate }) => badge(certificate),
};
