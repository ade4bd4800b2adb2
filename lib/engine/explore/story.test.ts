import { expect, test } from 'vitest';
import { filled, namesIn, type Story, storyFile } from './story.ts';

test('names are filled in wherever a text is, and nowhere else', () => {
  const body = { reference: '{c1}', of: [{ path: '/{c2}/{c1}' }], amount: 5, none: null, note: '{not a name}' };
  expect(filled(body, (name) => `<${name}>`)).toEqual({
    ...body,
    reference: '<c1>',
    of: [{ path: '/<c2>/<c1>' }],
  });
  expect(filled(undefined, () => '')).toBeUndefined();
});

test('a step mentions the names in its path, its body and its places', () => {
  expect(namesIn({ by: 'a', ask: 'POST /v1/x/{e1}/y', body: { to: '{w1}', again: '{e1}' } })).toEqual(['e1', 'w1']);
  expect(namesIn({ control: 'POST /m/{id}', by: 'a', names: { id: '{l1}' } })).toEqual(['l1']);
  expect(namesIn({ together: [{ seconds: 1 }, { by: 'a', ask: 'GET /v1/x/{e1}' }] })).toEqual(['e1']);
});

test('a story can be read again as it was written, and nothing else is one', () => {
  const story: Story = [
    { by: 'a', ask: 'POST /v1/x', body: { a: [1, { b: null }] }, key: 'k1', as: 'unknown key', learns: { l1: 'id' } },
    { together: [{ seconds: 0.5 }, { control: 'POST /m/{id}', by: 'b', names: { id: '{l1}' }, body: {} }] },
  ];
  const file = { version: 1, breaks: 'x', reason: 'y', seed: 7, story };
  expect(storyFile.parse(JSON.parse(JSON.stringify(file)))).toEqual(file);
  for (const wrong of [{ ask: 'GET /v1' }, { by: 'a', ask: 'no path' }, { seconds: -1 }, { seconds: 1, more: 2 }])
    expect(storyFile.safeParse({ ...file, story: [wrong] }).success, JSON.stringify(wrong)).toBe(false);
});
