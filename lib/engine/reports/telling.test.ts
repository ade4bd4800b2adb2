import { expect, test } from 'vitest';
import type { Definition } from '../checks/define.ts';
import { aDefinition } from '../checks/definition.support.ts';
import { MODEL } from '../evidence/recorded.ts';
import { inTellingOrder } from './telling.ts';
import { checkResult } from './testing.support.ts';

const id = 'thing.created';

const row = (title: string, index: number | null): Definition =>
  aDefinition(title, { id, row: index === null ? null : { index, mixed: false, of: 3, drawn: 0.3, needs: [] } });

test('the plain check is told first, then first rows, other rows, and the model last', () => {
  const suites = [
    { file: 'suites/a.ts', definitions: [row('row 0', 0), row('row 1', 1)], fault: null, lost: [] },
    {
      file: 'suites/b.ts',
      definitions: [row('live: plain', 1), row('plain', null)],
      fault: null,
      lost: [],
    },
    {
      file: 'suites/c.ts',
      definitions: [row('plain too', null), row('row 0 of c', 0)],
      fault: null,
      lost: [],
    },
  ];
  const due = [
    'plain',
    'plain too',
    'row 0',
    'row 0 of c',
    'row 1',
    'live: plain',
    'the shape of all errors',
    'judged',
  ];
  const ended = [
    'judged',
    'row 1',
    'the shape of all errors',
    'row 0 of c',
    'plain too',
    'live: plain',
    'row 0',
    'plain',
  ];
  const results = ended.map((title) => checkResult({ id, title, file: title === 'judged' ? MODEL : 'suites/a.ts' }));
  expect(inTellingOrder(results, suites).map(({ title }) => title)).toEqual(due);
});
