export * from './derivations.ts';
export * from './evaluate.ts';
export { type Expectation, expect, recording } from './expect.ts';
export { type Kind, matchers, type Shape, show } from './matchers.ts';
export * from './term.ts';
export * from './trace.ts';
export type { DeliveryView, ExchangeView } from './views.ts';
export { isView, partOf } from './views.ts';
