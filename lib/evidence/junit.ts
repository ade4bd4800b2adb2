import { createRequire } from 'node:module';
import type { Builder } from 'junit-report-builder';
import { chapters } from '../requirements/index.ts';
import type { Certificate } from './certificate.ts';

// The package exports its builder the CommonJS way, which its own types do not tell an ES module.
const builder: Builder = createRequire(import.meta.url)('junit-report-builder');

/** JUnit XML for CI systems: a test case per requirement, made from the certificate and so as complete as it. */
export function junitXml(certificate: Certificate): string {
  const report = builder.newBuilder();
  for (const chapter of chapters) {
    const suite = report.testSuite().name(chapter).timestamp(certificate.startedAt);
    for (const { id, statement, source, outcome, reason } of certificate.requirements.filter(
      (each) => each.chapter === chapter,
    )) {
      const test = suite
        .testCase()
        .className(chapter)
        .name(id)
        .property('statement', statement)
        .property('source', source);
      if (outcome === 'failed') test.failure(`${statement} — ${reason ?? ''}`, 'failed');
      if (outcome === 'blocked') test.error(reason ?? '', 'blocked');
      if (outcome === 'not_exercised') test.skipped();
    }
  }
  return report.build();
}
