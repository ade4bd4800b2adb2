import { amountsSaid, derivation, type ExchangeView } from '../../lib/interface/index.ts';

/** See `amountsSaid`. */
export const amountsIn = derivation('amounts in a message', ({ text, json }: ExchangeView) => {
  const { error } = (json ?? {}) as { error?: { message?: unknown } };
  return amountsSaid(typeof error?.message === 'string' ? error.message : text);
});
