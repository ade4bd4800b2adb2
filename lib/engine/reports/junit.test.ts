import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { chapters, requirements } from '../../interface/register/index.ts';
import type { Predicate } from '../predicates/index.ts';
import { junitXml } from './junit.ts';
import { accepted, certificate, checkResult } from './testing.support.ts';

interface Case {
  '@name': string;
  '@classname': string;
  '@time': string;
  properties: { property: { '@name': string; '@value': string }[] };
  failure?: { '@message': string; '@type': string; '#text'?: string };
  'system-out'?: string;
  error?: { '@message': string; '@type': string };
  skipped?: unknown;
}

interface Report {
  testsuites: { testsuite: { '@name': string; '@tests': string; testcase: Case[] }[] };
}

function parsed(xml: string): { suites: Report['testsuites']['testsuite']; cases: Case[] } {
  expect(XMLValidator.validate(xml)).toBe(true);
  const isArray = (name: string) => ['testsuite', 'testcase', 'property'].includes(name);
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    parseAttributeValue: false,
    isArray,
  });
  const { testsuites } = parser.parse(xml) as Report;
  return { suites: testsuites.testsuite, cases: testsuites.testsuite.flatMap(({ testcase }) => testcase) };
}

describe('JUnit XML', () => {
  test('has a suite per chapter and a case per requirement, each with statement and source', () => {
    const { suites, cases } = parsed(junitXml(certificate()));
    expect(suites.map((suite) => suite['@name'])).toEqual([...chapters]);
    expect(cases.map((each) => each['@name'])).toEqual(requirements.map(({ id }) => id));
    const first = cases.find((each) => each['@name'] === 'refund.exceeds-paid');
    expect(first?.['@classname']).toBe('refunds');
    expect(first?.properties.property).toContainEqual({ '@name': 'source', '@value': 'Endpoints, behaviour rule 3' });
  });

  test('has the time that the checks of a requirement took, and nothing of what was not selected', () => {
    const base = certificate({
      'refund.exceeds-paid': { outcome: 'passed' },
      'refund.created': { outcome: 'not_exercised', reason: 'not selected' },
    });
    const { cases } = parsed(junitXml(base, [checkResult(), checkResult()]));
    expect(cases.find((each) => each['@name'] === 'refund.exceeds-paid')?.['@time']).toBe('2');
    expect(cases.find((each) => each['@name'] === 'refund.settles')?.['@time']).toBe('0');
    expect(cases.map((each) => each['@name'])).not.toContain('refund.created');
    expect(cases).toHaveLength(requirements.length - 1);
  });

  test('tells the four outcomes apart', () => {
    const { cases } = parsed(
      junitXml(
        certificate({
          'refund.exceeds-paid': { outcome: 'failed', reason: 'expected 422' },
          'checkout.created': { outcome: 'blocked', reason: 'suite fault: oh' },
          'checkout.url': { outcome: 'passed' },
        }),
      ),
    );
    const of = (id: string) => cases.find((each) => each['@name'] === id);
    expect(of('refund.exceeds-paid')?.failure?.['@message']).toContain('expected 422');
    expect(of('checkout.created')?.error?.['@message']).toBe('suite fault: oh');
    expect(of('checkout.url')).not.toHaveProperty('failure');
    expect(of('checkout.url')).not.toHaveProperty('error');
    expect(of('checkout.url')).not.toHaveProperty('skipped');
    expect(cases.filter((each) => 'skipped' in each)).toHaveLength(requirements.length - 3);
  });

  test('is as red as the exit status: known failures are skipped, what passes now fails', () => {
    const entry = { reason: 'ticket 42', outcome: 'failed' } as const;
    const knownFailures = [
      { ...entry, requirement: 'refund.exceeds-paid', state: 'holds' },
      { ...entry, requirement: 'checkout.created', state: 'passes_now' },
      { ...entry, requirement: 'checkout.url', state: 'expired' },
    ] as const;
    const base = certificate({
      'refund.exceeds-paid': { outcome: 'failed', reason: 'expected 422' },
      'checkout.created': { outcome: 'passed' },
      'checkout.url': { outcome: 'failed', reason: 'none came' },
    });
    const { cases } = parsed(junitXml({ ...base, baseline: { gate: 'closed', knownFailures } }));
    const of = (id: string) => cases.find((each) => each['@name'] === id);
    expect(of('refund.exceeds-paid')).toHaveProperty('skipped');
    expect(of('refund.exceeds-paid')).not.toHaveProperty('failure');
    expect(of('refund.exceeds-paid')?.['system-out']).toBe('known failure: ticket 42\nfailed: expected 422');
    expect(of('checkout.created')?.failure?.['@type']).toBe('passes now');
    expect(of('checkout.url')?.failure?.['@type']).toBe('failed');
  });

  test('a failure carries the exchange, and a command without the key', () => {
    const results = [
      checkResult({ exchanges: [accepted({ durationMs: 99 })] }),
      checkResult({
        outcome: 'failed',
        exchanges: [accepted({ id: 0 }), accepted()],
        stepLog: [{ exchange: 0 }, { exchange: 1 }],
      }),
      checkResult({ id: 'checkout.created', exchanges: [accepted()] }),
    ];
    const xml = junitXml(certificate({ 'refund.exceeds-paid': { outcome: 'failed' } }), results);
    const { cases } = parsed(xml);
    const text = cases.find((each) => each['@name'] === 'refund.exceeds-paid')?.failure?.['#text'];
    expect(text).toMatch(
      /^POST http:.*\n\{"reference":"rfd-1","amount":2001\}\n→ 201 \(12 ms\)\n\{"id":"rf_1",\n"status":"pending"\}\n\ncurl /,
    );
    expect(text).toContain(`'Authorization: Bearer '"$TARGET_API_KEY"`);
    expect(xml.match(/curl /g)).toHaveLength(1);
  });

  test('the exchange is the one that the failed expectation is about, where another came after it', () => {
    const failed: Predicate = {
      matcher: 'toHaveStatus',
      subject: { exchange: 0 },
      args: [{ value: 201 }],
      held: false,
    };
    const asked = accepted({ id: 0 });
    const read = accepted({ id: 1, request: { ...asked.request, method: 'GET', body: null } });
    const check = checkResult({
      outcome: 'failed',
      exchanges: [asked, read],
      stepLog: [{ exchange: 0 }, { exchange: 1 }],
    });
    const shown = (predicates: readonly Predicate[]) =>
      junitXml(certificate({ 'refund.exceeds-paid': { outcome: 'failed' } }), [{ ...check, predicates }]);
    expect(shown([failed])).toContain('CDATA[POST');
    expect(shown([])).toContain('CDATA[GET');
  });

  test('stays XML whatever a target has said', () => {
    const wild = `got <b a="1">&amp;]]> \u0000\u0001\u001b[2J \ud800 \uffff 'quoted' ${'€'.repeat(10)} \u{1f600}`;
    for (const outcome of ['failed', 'blocked'] as const) {
      const said = {
        ...accepted().response,
        status: 200,
        headers: [],
        body: wild,
        bodyEncoding: 'utf8' as const,
        truncated: false,
      };
      const results = [checkResult({ outcome, exchanges: [accepted({ response: said })] })];
      const xml = junitXml(certificate({ 'refund.exceeds-paid': { outcome, reason: wild } }), results);
      parsed(xml);
      // Not allowed in XML 1.0, even when escaped.
      const forbidden =
        /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|&#(?:x0*(?:[0-8bcef]|1[0-9a-f])|0*(?:[0-8]|1[124-9]|2\d|3[01]));/iu;
      expect(xml).not.toMatch(forbidden);
      expect(xml).toContain('\u{1f600}');
    }
  });
});
