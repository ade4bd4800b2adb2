import { expect, test } from 'vitest';
import { definedIn } from './defined.ts';

test('where a suite cannot be imported nothing is written: the table would lose all of its checks', () => {
  const whole = { file: 'suites/a.ts', fault: null, lost: [], definitions: [] };
  expect(definedIn([whole])).toEqual([]);
  expect(() => definedIn([whole, { ...whole, fault: 'suites/b.ts cannot be imported' }])).toThrow(
    'nothing was written: suites/b.ts cannot be imported',
  );
});
