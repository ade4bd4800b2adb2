import { expect, test } from 'vitest';
import { operations } from '../openapi/operations.ts';
import { Story } from './stories.support.ts';

/** Every endpoint with the status of a success, or of a refusal where the body of a success is not shown. */
const endpoints = operations.map(({ method, path, success }) => {
  const [status = ''] = Object.keys(success);
  const asked = path
    .replace('/v1/', '')
    .replace('{walletId}', '0000000001')
    .replace(/\{\w+\}/, 'x1');
  return [method.toUpperCase(), asked, status === '2XX' ? 404 : Number(status)] as const;
});

test.each(endpoints)('%s %s is answered in JSON, and refused in its shape', (method, path, status) => {
  const said = status < 400 ? { text: 'x', type: 'text/html' } : { text: '{}', type: 'application/json' };
  const { broken } = new Story().asks(method, path, undefined, status, {}, { said });
  expect(broken).toContain(status < 400 ? 'error.json-content-type' : 'error.shape-of-404');
});

test.each([
  [400, 'error.shape-of-400'],
  [401, 'error.shape-of-others'],
  [403, 'error.shape-of-others'],
  [404, 'error.shape-of-404'],
  [409, 'error.shape-of-409'],
  [422, 'error.shape-of-422'],
  [429, 'rate-limit.more-is-refused'],
])('%d has the shape of errors', (status, requirement) => {
  expect(new Story().asks('GET', 'checkouts/x1', undefined, status, { code: 'x' }).broken).toContain(requirement);
});
