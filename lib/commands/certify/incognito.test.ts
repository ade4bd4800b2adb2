import { expect, test } from 'vitest';
import { certify, filesIn } from './command.support.ts';

/** What a run sent by which a target could recognise the harness. */
async function sentBy(...args: string[]) {
  const ended = await certify(['--requirement', 'checkout.record-as-sent', '--seed', '7', ...args]);
  expect(ended.status, ended.stdout).toBe(0);
  const har =
    filesIn(ended.out)
      .find(({ name }) => name === 'exchanges.har')
      ?.content.toString() ?? '';
  const { entries } = (JSON.parse(har) as { log: { entries: Entry[] } }).log;
  const posts = entries.filter(({ request }) => request.method === 'POST');
  return {
    ended,
    sent: entries.map(({ request }) => request.postData?.text ?? '').join('\n'),
    agents: [...new Set(entries.map(({ request }) => header(request, 'user-agent')))],
    references: posts.map(
      ({ request }) => (JSON.parse(request.postData?.text ?? '{}') as { reference: string }).reference,
    ),
    keys: posts.map(({ request }) => header(request, 'idempotency-key')),
  };
}

interface Entry {
  request: { method: string; headers: { name: string; value: string }[]; postData?: { text: string } };
}

const header = ({ headers }: Entry['request'], wanted: string) =>
  headers.find(({ name }) => name.toLowerCase() === wanted)?.value;

const PLAIN = 'merchant-payments-conformance';
/** Of a checkout, refund, payout or escrow. */
const PLAIN_REFERENCE = /^(chk|rfd|pay|esc)-/;

test('two runs of one seed have nothing in common that the check does not state', async () => {
  const [one, other] = [await sentBy(), await sentBy()];

  expect(one.references.length).toBe(other.references.length);
  expect(one.references.filter((each) => other.references.includes(each))).toEqual([]);
  expect(one.keys.filter((each) => other.keys.includes(each))).toEqual([]);
  expect(one.ended.certificate?.appearance?.secret).not.toBe(other.ended.certificate?.appearance?.secret);
  expect(one.agents).not.toContain(PLAIN);
  expect(one.sent).not.toMatch(/shop\.example\.com|@example\.com/);
  expect(one.ended.certificate?.appearance?.recognition).toMatch(/it cannot be excluded that the target recognised/);
});

test('--no-incognito sends what can be found in logs, and the certificate says so', async () => {
  const { agents, references, ended } = await sentBy('--no-incognito');

  expect(agents).toEqual([PLAIN]);
  expect(references.filter((each) => !PLAIN_REFERENCE.test(each))).toEqual([]);
  expect(ended.certificate?.appearance?.recognition).toMatch(/could be recognised/);
});

test('--user-agent fixes the User-Agent alone', async () => {
  const { agents, references } = await sentBy('--user-agent', 'our-shop/2');

  expect(agents).toEqual(['our-shop/2']);
  expect(references.filter((each) => PLAIN_REFERENCE.test(each))).toEqual([]);
});
