import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { marked } from 'marked';
import { type DefaultTreeAdapterMap, parse } from 'parse5';
import { afterAll, describe, expect, test } from 'vitest';
import { delivery, told } from '../../engine/evidence/check-result.support.ts';
import { writeEvidence } from '../../engine/evidence/write.ts';
import { anyHostileText, hostileTexts } from '../../engine/http/testing/hostile-texts.ts';
import { writeAllureResults } from '../../engine/reports/allure/allure.ts';
import { formats } from '../../engine/reports/formats.ts';
import { boardPage } from '../../engine/reports/pages/board-page.ts';
import { printable } from '../../engine/reports/printable.ts';
import { accepted, certificate, checkResult } from '../../engine/reports/testing.support.ts';
import { writtenFiles } from '../../engine/run/recording/evidence-writer.ts';
import { interfaceDocument } from '../../interface/register/document.ts';
import { chapters } from '../../interface/register/index.ts';
import { annotations } from './github.ts';
import { summarise } from './terminal/terminal.ts';

/** Text from a target stays text in all files and output of a run: when parsed, each has the same structure as with a harmless text. */

const scratch = mkdtempSync(join(tmpdir(), 'hostile-texts-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const plain = 'a plain text';

/** Characters that change how the text around them is shown. */
const CONTROLS = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** All that a run writes and prints if the target sends `text` in every place where it can. */
async function left(text: string) {
  const out = mkdtempSync(join(scratch, 'r-'));
  const evidenceFolder = join(out, '.journal');
  mkdirSync(evidenceFolder);
  const reason = `got ${text}`;
  const exchange = accepted({
    request: {
      ...accepted().request,
      url: 'http://127.0.0.1:9/v1/refunds',
      body: `{"bank":${JSON.stringify(text.slice(0, 10_000))}}`,
    },
    response: {
      status: 201,
      statusText: text,
      headers: [['x-said', text]],
      body: text,
      bodyEncoding: 'utf8',
      truncated: false,
    },
  });
  const webhook = {
    ...delivery(1, 0, { kind: 'status', status: 200 }),
    body: text,
    headers: { said: text },
    event: text,
    reference: text,
  };
  const shown = {
    exchanges: [exchange],
    exchangeIds: [1],
    deliveries: [webhook],
    notes: [text],
    way: [{ exchange: 1, merchantId: 'mch_test_1' }, { note: text }, { page: text }],
    stepLog: [told(`said ${text}`, [{ exchange: 1 }, { delivery: 1 }])],
  };
  const results = [
    checkResult({ id: 'refund.exceeds-paid', outcome: 'failed', reason, ...shown }),
    checkResult({ id: 'refund.created', outcome: 'blocked', reason, ...shown, exchanges: [] }),
    checkResult({ kind: 'observation', id: 'refund.status-on-create', observed: reason, ...shown }),
  ];
  const judged = {
    'refund.exceeds-paid': { outcome: 'failed', reason, reasons: [reason] },
    'refund.created': { outcome: 'blocked', reason, reasons: [reason] },
    'bank.has-code': { outcome: 'not_exercised', reason },
  } as const;
  const whole = certificate(judged);
  const bad = {
    ...whole,
    verdict: 'nonconformant' as const,
    totals: { passed: 0, failed: 1, blocked: 1, notExercised: 1 },
    requirements: whole.requirements.filter(({ id }) => id in judged),
    observations: whole.observations
      .filter(({ id }) => id === 'refund.status-on-create')
      .map((each) => ({ ...each, observed: reason, seen: true })),
  };
  writeFileSync(join(evidenceFolder, writtenFiles.exchanges), `${JSON.stringify(exchange)}\n`);
  writeFileSync(join(evidenceFolder, writtenFiles.deliveries), `${JSON.stringify(webhook)}\n`);
  await writeEvidence(out, bad, results, { evidenceFolder, key: null, document: interfaceDocument });
  writeAllureResults(join(out, 'allure'), bad, results, interfaceDocument);
  const read = (name: string) => readFileSync(join(out, name), 'utf8');
  const run = { name: text, conclusion: text, contradictions: [text], holding: null };
  const allure = readdirSync(join(out, 'allure'))
    .filter((name) => name.endsWith('-result.json'))
    .map((name) => JSON.parse(read(join('allure', name))) as { descriptionHtml?: string });
  return {
    out,
    reason,
    bad,
    read,
    json: (name: string) => JSON.parse(read(name)) as unknown,
    rows: (name: string) =>
      read(name)
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    formats: Object.fromEntries(Object.keys(formats).map((file) => [file, read(file)])),
    board: boardPage({ chapters, document: interfaceDocument, madeAt: '2026-01-31T12:00:00.000Z', runs: [run] }),
    // Sorted, because the files have random names.
    allure: allure.map(({ descriptionHtml = '' }) => elements(descriptionHtml).join()).toSorted(),
    annotated: annotations(bad),
    printed: summarise(bad, results, out),
  };
}

type Node = DefaultTreeAdapterMap['node'];

/** The elements of a page with the names of their attributes, as a browser parses them; their contents are ignored. */
function elements(page: string): string[] {
  const found: string[] = [];
  const visit = (node: Node) => {
    if ('tagName' in node) found.push(`${node.tagName} ${node.attrs.map(({ name }) => name).join(' ')}`);
    if ('childNodes' in node) for (const child of node.childNodes) visit(child);
  };
  visit(parse(page));
  return found;
}

/** What a harmless and a hostile text have to leave alike in a report file, as its readers take it apart. */
const structures: Readonly<Record<string, (content: string) => unknown>> = {
  html: elements,
  md: (content) => elements(marked.parse(content, { async: false })),
  xml: wellFormed,
  svg: wellFormed,
  json: (content) => namesIn(JSON.parse(content)),
};

function structureOf(file: string, content: string): unknown {
  const read = structures[extname(file).slice(1)];
  if (read === undefined) throw new Error(`${file}: say in \`structures\` how such a file is read`);
  return read(content);
}

function wellFormed(content: string): unknown {
  expect(XMLValidator.validate(content)).toBe(true);
  return namesIn(new XMLParser({ ignoreAttributes: false, trimValues: false }).parse(content));
}

/** The names in a value, in their order. */
function namesIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(namesIn);
  if (typeof value !== 'object' || value === null) return null;
  return Object.entries(value).map(([name, inner]) => [name, namesIn(inner)]);
}

interface Case {
  '@name': string;
  failure?: { '@message': string };
  error?: { '@message': string };
  skipped?: unknown;
}

function casesOf(xml: string): Case[] {
  expect(XMLValidator.validate(xml)).toBe(true);
  const isArray = (name: string) => ['testsuite', 'testcase'].includes(name);
  const options = { ignoreAttributes: false, attributeNamePrefix: '@', parseAttributeValue: false, isArray };
  const { testsuites } = new XMLParser(options).parse(xml) as {
    testsuites: { '@tests': string; '@failures': string; testsuite: { testcase: Case[] }[] };
  };
  expect([testsuites['@tests'], testsuites['@failures']]).toEqual(['3', '1']);
  return testsuites.testsuite.flatMap(({ testcase }) => testcase);
}

const usual = left(plain);

/** Runs the replay script of a check with a `curl` that only reports that it was called, and answers its prompt with an empty line. */
function replayed(out: string) {
  writeFileSync(join(out, 'curl'), '#!/bin/sh\necho curl >&3\n', { mode: 0o755 });
  writeFileSync(join(out, 'typed'), '\n');
  const env = { PATH: `${out}:${process.env.PATH}`, TARGET_API_KEY: 'a key', TARGET_MERCHANT_ID: 'mch_test_1' };
  const command = 'exec 3>&1; sh replay.sh check-1 > shown < typed';
  return spawnSync('sh', ['-c', command], { cwd: out, env, encoding: 'utf8' });
}

async function isText(text: string): Promise<void> {
  const [expected, is] = await Promise.all([usual, left(text)]);
  const { reason, json, rows, read, printed, annotated, out } = is;

  // Machine-readable files contain exactly the text that was sent.
  expect(json('certificate.json')).toEqual(JSON.parse(JSON.stringify(is.bad)));
  expect(json('exchanges.har')).toMatchObject({
    log: { entries: [{ response: { content: { text }, statusText: text, headers: [{ value: text }] } }] },
  });
  expect(rows('deliveries.ndjson')).toMatchObject([{ body: text, reference: text }]);
  expect(rows('checks.ndjson').map(({ id }) => id)).toHaveLength(3);
  expect(rows('steps.ndjson')).toHaveLength(3);
  const { results } = json('ctrf.json') as {
    results: { summary: Record<string, number>; tests: { message?: string }[] };
  };
  expect(results.summary).toMatchObject({ tests: 3, passed: 0, failed: 2, skipped: 1 });
  expect(results.tests.map(({ message }) => message)).toEqual([
    printable(reason),
    printable(reason),
    printable(reason),
  ]);

  // Every format keeps its structure, with the text in one place, and shows no character that would change what is around it.
  for (const [file, content] of Object.entries(is.formats)) {
    expect(structureOf(file, content), file).toEqual(structureOf(file, expected.formats[file] ?? ''));
    expect(content.replaceAll(/\r?\n|\t/g, ''), file).not.toMatch(CONTROLS);
  }
  const cases = casesOf(read('junit.xml'));
  expect(cases.map((each) => [each['@name'], Object.keys(each).filter((key) => /^[fes]/.test(key))])).toEqual(
    casesOf(expected.read('junit.xml')).map((each) => [
      each['@name'],
      Object.keys(each).filter((key) => /^[fes]/.test(key)),
    ]),
  );
  expect(elements(is.board)).toEqual(elements(expected.board));
  expect(is.allure).toEqual(expected.allure);
  expect(annotated).toHaveLength(expected.annotated.length);
  for (const line of annotated)
    expect(line).toMatch(/^::(?:error|warning|notice) title=[^:]*::(?:\t|[^\p{Cc}\p{Zl}\p{Zp}])*$/u);
  const seen = stripVTControlCharacters(printed).replace(/[\n\t]/g, '');
  expect(seen).not.toMatch(CONTROLS);
  expect(printed.length).toBeLessThan(20_000);

  // The replay script runs its own commands, and none from the target's text.
  const ran = replayed(out);
  expect([ran.status, ran.stderr, ran.stdout]).toEqual([0, '', 'curl\n']);
  expect(existsSync(join(out, 'taken'))).toBe(false);
  rmSync(out, { recursive: true, force: true });
}

describe('what a target says is text in all that is left of a run', () => {
  test.each(Object.entries(hostileTexts))('%s', async (_, text) => isText(text));

  test('whatever it is', async () => {
    await fc.assert(fc.asyncProperty(anyHostileText, isText), { numRuns: 30 });
  });
});
