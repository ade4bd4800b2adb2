import type { Certificate } from '../evidence/certificate.ts';
import { badge } from './badge.ts';
import { ctrfReport } from './ctrf.ts';
import { junitXml, type ShownCheck } from './junit.ts';
import { certificatePage } from './pages/certificate-page.ts';
import type { FailedCheck } from './pages/failure-evidence.ts';
import type { InterfaceDocument } from './pages/passages.ts';
import { tracePage } from './pages/trace-page.ts';
import { summary } from './summary.ts';

/** What a report file is made from, and nothing else: verification of a run makes the file again and compares it byte by byte. */
export interface Rendered {
  readonly certificate: Certificate;
  /** The text of the certificate's file. */
  readonly json: string;
  readonly results: readonly (ShownCheck & FailedCheck)[];
  readonly document: InterfaceDocument;
}

/** Every report file of a run. This list determines the files that a run writes, that `npm run verify` makes again, and that tests forge. */
export const formats: Readonly<Record<string, (run: Rendered) => string>> = {
  'certificate.html': ({ certificate, json, document, results }) =>
    certificatePage(certificate, json, document, results),
  'trace.html': ({ certificate, document }) => tracePage(certificate, document),
  'summary.md': ({ certificate }) => summary(certificate),
  'junit.xml': ({ certificate, results }) => junitXml(certificate, results),
  'ctrf.json': ({ certificate, results }) => `${JSON.stringify(ctrfReport(certificate, results), null, 2)}\n`,
  'badge.svg': ({ certificate }) => badge(certificate),
};
