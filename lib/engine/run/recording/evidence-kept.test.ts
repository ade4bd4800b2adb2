import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Durable } from '../../durable/durable.ts';
import { begin, RunStore } from '../../durable/store/index.ts';
import { type ExchangeRecord, noMask } from '../../http/index.ts';
import { Conductor } from '../../time/conductor.ts';
import { newAppearance } from '../disguise/appearance.ts';
import { EvidenceWriter } from './evidence-writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'evidence-kept-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const NAME = 'a check';

const settings = {
  version: '1',
  registerDigest: '',
  selection: {},
  settings: {},
  appearance: newAppearance(),
  salt: 'c2FsdA==',
};

const idsIn = (out: string, name: string) =>
  readFileSync(join(out, name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: number }).id);

/** One process of a run: a check sends requests, loses its second answer, and records a sighting. */
async function process(file: string, out: string, sends: number): Promise<boolean[]> {
  const options = { file, secret: 'a secret', full: false, heartbeatMs: 1_000 };
  const durable = new Durable(options, () => Date.now());
  const writer = await EvidenceWriter.open(out, durable.store);
  const history = durable.history(NAME, { signal: new AbortController().signal, fromStart: false });
  const activity = await new Conductor({ advance: null, maxActive: 1 }).begin(0, history);
  const fresh: boolean[] = [];
  await activity.perform(async () => {
    for (let turn = 1; turn <= sends; turn++) {
      const id = writer.newExchangeId();
      const record = { id, ...(turn === 2 && { lost: true }) } as ExchangeRecord;
      fresh.push(writer.exchange(record));
    }
    writer.sighting('the page', { text: 'Paid' }, noMask);
  });
  expect(writer.exchangesOf(NAME)).toEqual(Array.from({ length: sends }, (_, at) => at + 1));
  await writer.close([], () => ({ mask: noMask, secret: null }));
  durable.close();
  return fresh;
}

test('what ends when a run is interrupted is in order with what had ended before', async () => {
  const [file, out] = [join(folder, 'interrupted.sqlite'), join(folder, 'interrupted')];
  begin(file, { ...settings, seed: 1, startedAt: 0 });
  const durable = new Durable({ file, secret: 'a secret', full: false, heartbeatMs: 1_000 }, () => Date.now());
  const writer = await EvidenceWriter.open(out, durable.store);
  const [early, long, late] = [1, 2, 3].map(() => writer.newExchangeId());
  const end = (id = 0) => writer.exchange({ id } as ExchangeRecord);
  end(early);
  writer.sighting('the page', { text: 'Paid' }, noMask);
  end(late);
  // The store keeps no more: what is under way then is begun again by the process that resumes the run.
  durable.store.freeze();
  end(long);
  writer.sighting('the page', { text: 'Paid' }, noMask);
  const closing = writer.close([], () => ({ mask: noMask, secret: null }));
  // A check may still be under way: what it does now is too late for the files.
  end(writer.newExchangeId());
  await closing;
  durable.close();

  expect(idsIn(out, 'exchanges.ndjson')).toEqual([1, 2, 3]);
  expect(idsIn(out, 'sightings.ndjson')).toEqual([1, 2]);
});

test('what a check did in two processes is evidence once, and all of it', async () => {
  const file = join(folder, 'run.sqlite');
  begin(file, { ...settings, seed: 1, startedAt: 0 });
  const first = await process(file, join(folder, 'first'), 2);
  const second = await process(file, join(folder, 'second'), 3);

  expect([first, second]).toEqual([
    [true, true],
    [false, false, true],
  ]);
  expect(idsIn(join(folder, 'second'), 'exchanges.ndjson')).toEqual([1, 2, 3]);
  expect(idsIn(join(folder, 'second'), 'sightings.ndjson')).toEqual([1]);
  const store = new RunStore({ file, secret: 'a secret', full: false });
  expect(store.evidence('exchange')).toEqual({ count: 3, lost: 1, last: 3 });
  store.close();
});
