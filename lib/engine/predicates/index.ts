export * from './derivations.ts';
export * from './evaluate.ts';
export { type Expectation, type ExpectationLog, expect, recordExpectations } from './expect.ts';
export { type Kind, matchers, show } from './matchers.ts';
export { defineShapes, type Shape } from './shapes.ts';
export * from './term.ts';
export * from './trace.ts';
export type { DeliveryView, ExchangeView } from './views.ts';
export { isView, partOf } from './views.ts';
