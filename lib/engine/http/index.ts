export type { Arrived } from './arrival.ts';
export * from './client.ts';
export * from './curl.ts';
export { createMask, type Mask, maskDeep, noMask, type Secret } from './mask.ts';
export { isLoss, NetworkError, type NetworkErrorKind } from './network-error.ts';
export * from './pacer.ts';
export type { RetryPolicy } from './retry-policy.ts';
export { createTransport, type Outgoing, type Transport } from './transport.ts';
export * from './types.ts';
