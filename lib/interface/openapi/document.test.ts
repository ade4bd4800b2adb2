import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { endpointTable } from '../actors/calls.ts';
import { apiOf } from '../actors/endpoints.ts';
import { endpointsAndKeys } from '../register/coverage/credentials.ts';
import { errorCodes, eventKinds } from '../wire/index.ts';
import { type Json, openApi, openApiYaml } from './document.ts';
import { type Operation, operations } from './operations.ts';

const document = openApi();

describe('openapi.yaml', () => {
  test('is what the register and the schemas make: npm run openapi', () => {
    expect(
      readFileSync(new URL('../../../openapi.yaml', import.meta.url), 'utf8'),
      'to write it again: npm run openapi',
    ).toBe(openApiYaml());
  });

  test('has every endpoint of the merchant, each once', async () => {
    const called: string[] = [];
    const api = apiOf({
      request: async ({ method, path }) => {
        called.push(`${method.toLowerCase()} ${path.replace(/REF/g, '{}')}`);
        throw new Error('not sent');
      },
      with: () => api,
    });
    const { request, with: _, ...calls } = api;
    // Create calls take a body, all others at most one path value.
    for (const call of Object.values(calls))
      await (call as (value: unknown) => Promise<unknown>)('REF').catch(() => {});
    const described = operations.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`);
    expect(described.toSorted()).toEqual([...new Set(called)].toSorted());
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
  });

  test('has every endpoint that checks call and that the table of keys lists', () => {
    const described = operations.map(nameOf).toSorted();
    expect(endpointTable.map(({ name }) => name).toSorted(), 'actors/calls.ts').toEqual(described);
    expect(Object.keys(endpointsAndKeys.cells).toSorted(), 'register/coverage/credentials.ts').toEqual(described);
  });

  test('says of every endpoint what is certified of it, where a requirement is of one endpoint alone', () => {
    const without = operations.filter(({ method, path }) => {
      const { [path]: at } = document.paths as Record<string, Record<string, object>>;
      return !('x-requirements' in (at?.[method] ?? {}));
    });
    const why =
      'the source of a requirement about it is exactly "Endpoints, GET /v1/banks"; or the endpoint is listed here';
    // What is certified of these stands in other passages: behaviour rules, resources, states.
    expect(without.map(nameOf), why).toEqual([
      'POST /v1/escrows/{reference}/release',
      'POST /v1/escrows/{reference}/refund',
      'POST /v1/escrows/{reference}/cancel',
      'GET /v1/banks',
      'GET /v1/balance',
      'DELETE /v1/wallet-links/{linkId}',
      'POST /v1/sandbox/wallet-links/{linkId}/approve',
      'POST /v1/sandbox/wallet-links/{linkId}/reject',
    ]);
  });

  test('has every event as a webhook, and every error code but that whose status is not shown', () => {
    expect(Object.keys(document.webhooks as object)).toEqual([...eventKinds]);
    const codes = new Set(valuesOf(document, 'x-error-codes').flat());
    expect(errorCodes.filter((code) => !codes.has(code))).toEqual(['wallet_not_linked']);
  });

  test('points to what is there', () => {
    const refs = valuesOf(document, '$ref').map(String);
    expect(refs.length).toBeGreaterThan(100);
    for (const ref of refs) expect(document).toHaveProperty(ref.split('/').slice(1));
  });

  test('leads from what is made to what can be done with it', () => {
    const [of, take] = [new Map(operations.map((each) => [each.id, each])), /\{(\w+)\}/];
    for (const { success, leadsTo = {} } of operations)
      for (const [id, field] of Object.entries(leadsTo)) {
        expect(take.exec(of.get(id)?.path ?? '')?.[1]).toBe(field);
        const made = `components.schemas.${success[201]?.schema}.properties.${field}`;
        expect(document).toHaveProperty(made);
      }
  });

  test('closes nothing that the interface leaves open', () => {
    expect(valuesOf(document, 'additionalProperties').filter((each) => each === false)).toEqual([]);
    const { EscrowRequest, RefundRequest, PayoutRecord } = (document.components as { schemas: Record<string, unknown> })
      .schemas;
    expect(RefundRequest).toMatchObject({ properties: { reference: { 'x-not-shown': expect.anything() } } });
    expect(RefundRequest).not.toHaveProperty('properties.reference.maxLength');
    expect(EscrowRequest).not.toHaveProperty('properties.amount.maximum');
    expect(PayoutRecord).not.toHaveProperty('properties.recipient.properties.bankName');
  });
});

function nameOf({ method, path }: Operation): string {
  return `${method.toUpperCase()} ${path}`;
}

/** Every value with this name, anywhere in the document. */
function valuesOf(node: Json, name: string): Json[] {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap((each) => valuesOf(each, name));
  return Object.entries(node).flatMap(([key, value]) => [...(key === name ? [value] : []), ...valuesOf(value, name)]);
}
