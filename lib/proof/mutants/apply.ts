import { permittedVariants } from '../permitted/index.ts';
import type { Transport } from '../reference/engine/transport.ts';
import type { Rulebook } from '../reference/rules/rulebook.ts';
import { everyMutant, unchanged } from './index.ts';
import { loadMutants } from './load.ts';
import type { Variant } from './variant.ts';

const known: readonly Variant[] = [unchanged, ...everyMutant, ...loadMutants, ...permittedVariants];

/** Throws, with a one-line message, if there is no variant of this name. */
export function variantNamed(name: string): Variant {
  const variant = known.find((each) => each.name === name);
  if (variant === undefined) throw new Error(`there is no mutant or reading ${name}; --list shows all`);
  return variant;
}

export function rulesOf(variants: readonly Variant[], rulebook: Rulebook): Rulebook {
  return variants.reduce((rules, variant) => variant.rules?.(rules) ?? rules, rulebook);
}

export function transportOf(variants: readonly Variant[], transport: Transport): Transport {
  return variants.reduce((changed, variant) => variant.transport?.(changed) ?? changed, transport);
}
