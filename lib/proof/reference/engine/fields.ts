/** Applies the rows of a request table to a body. */
import type { EnvironmentName } from '../rules/records.ts';
import type { FieldRule } from '../rules/requests.ts';
import { type Body, isObject } from './body.ts';

/** What is wrong with the body, as text, or null. */
export function fieldProblem(rules: readonly FieldRule[], body: Body, environment: EnvironmentName): string | null {
  for (const rule of rules) {
    const value = body.get(rule.field);
    if (value === undefined) {
      if (rule.required) return `${rule.field} is required`;
      if (rule.requiredWith && body.get(rule.requiredWith) !== undefined)
        return `${rule.field} is required with ${rule.requiredWith}`;
      continue;
    }
    const problem = typeProblem(rule, value) ?? limitProblem(rule, value, environment);
    if (problem) return `${rule.field} ${problem}`;
  }
  return null;
}

function typeProblem(rule: FieldRule, value: unknown): string | null {
  switch (rule.type) {
    case 'integer':
      return Number.isSafeInteger(value) ? null : 'must be an integer';
    case 'object':
      return isObject(value) ? null : 'must be an object';
    case 'string':
      return typeof value === 'string' ? null : 'must be a string';
    case 'email':
      return typeof value === 'string' && EMAIL.test(value) ? null : 'must be an e-mail address';
    case 'uri':
      return typeof value === 'string' && webProtocol(value) ? null : 'must be an absolute http or https address';
  }
}

function limitProblem(rule: FieldRule, value: unknown, environment: EnvironmentName): string | null {
  if (typeof value === 'number') {
    if (rule.min !== undefined && value < rule.min) return `must be at least ${rule.min}`;
    if (rule.max !== undefined && value > rule.max) return `must be at most ${rule.max}`;
  }
  if (typeof value === 'string') {
    if (rule.required && value.trim() === '') return 'must not be empty';
    if (rule.maxLength !== undefined && lengthOf(value) > rule.maxLength)
      return `must have at most ${rule.maxLength} characters`;
    if (rule.pattern && !rule.pattern.test(value)) return `must match ${rule.pattern.source}`;
    if (rule.oneOf && !rule.oneOf.includes(value)) return `must be ${rule.oneOf.join(' or ')}`;
    if (rule.httpsIn?.includes(environment) && webProtocol(value) !== 'https:')
      return `must be https in ${environment}`;
  }
  if (rule.maxBytes !== undefined && jsonBytes(value) > rule.maxBytes)
    return `must have at most ${rule.maxBytes} bytes as JSON`;
  return null;
}

const EMAIL = /^[^\s@<>]{1,64}@[^\s@<>.]+(\.[^\s@<>.]+)+$/u;

/** Length in code points, not in UTF-16 units. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

function webProtocol(address: string): 'http:' | 'https:' | null {
  const protocol = URL.canParse(address) ? new URL(address).protocol : '';
  return protocol === 'http:' || protocol === 'https:' ? protocol : null;
}

function jsonBytes(value: unknown): number {
  try {
    return Buffer.byteLength(JSON.stringify(value));
  } catch {
    return Number.POSITIVE_INFINITY; // nested too deeply for JSON.stringify
  }
}
