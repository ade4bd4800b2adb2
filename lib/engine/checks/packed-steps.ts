import type { Part, StepPart } from './step-log.ts';

/**
 * Step logs as they are sent and stored. A shared preparation is in the step log of every check that relies on it, some of them in a
 * thousand; here it is written out where it occurs first, under a number, and afterwards the number stands for it.
 */
export type PackedPart = Exclude<Part, StepPart> | PackedStep | { readonly preparation: number };

export interface PackedStep extends Omit<StepPart, 'parts' | 'shared'> {
  /** Only of a shared preparation. Counted from 1. */
  readonly preparation?: number;
  readonly parts: readonly PackedPart[];
}

/** Packs step logs one after another. Shared preparations are recognised by identity. */
export class StepPacker {
  readonly #numbers = new Map<StepPart, number>();

  pack(parts: readonly Part[]): PackedPart[] {
    return parts.map((part) => {
      if (!('words' in part)) return part;
      const known = this.#numbers.get(part);
      if (known !== undefined) return { preparation: known };
      const { shared, parts: inside, ...step } = part;
      // What it contains comes before it, since it may refer to earlier preparations.
      const packed = { ...step, parts: this.pack(inside) };
      if (!shared) return packed;
      const preparation = this.#numbers.size + 1;
      this.#numbers.set(part, preparation);
      return { ...packed, preparation };
    });
  }
}

/** The most parts that all step logs together may have when they are unpacked: references could multiply without an end. */
const MAX_PARTS = 20_000_000;

/** Unpacks step logs: a preparation becomes one object, which is in all step logs that refer to it. */
export class StepUnpacker {
  readonly #preparations = new Map<number, { readonly step: StepPart; readonly size: number }>();
  #size = 0;
  readonly #unknown: 'refused' | 'left out';

  /** `unknown`: what becomes of a preparation that is not described before. */
  constructor(unknown: 'refused' | 'left out' = 'refused') {
    this.#unknown = unknown;
  }

  /** Throws UnknownPreparation where a number is not defined before it is used, or twice, and where there are too many parts. */
  unpack(parts: readonly PackedPart[]): Part[] {
    return parts.flatMap((part) => this.#unpacked(part) ?? []);
  }

  #unpacked(part: PackedPart): Part | null {
    if (!('parts' in part)) {
      if (!('preparation' in part)) {
        this.#add(1);
        return part;
      }
      const known = this.#preparations.get(part.preparation);
      if (known === undefined && this.#unknown === 'left out') return null;
      if (known === undefined) throw new UnknownPreparation(`preparation ${part.preparation} is not described before`);
      this.#add(known.size);
      return known.step;
    }
    const before = this.#size;
    this.#add(1);
    const { preparation, ...packed } = part;
    const step: StepPart = { ...packed, parts: this.unpack(part.parts) };
    if (preparation === undefined) return step;
    if (this.#preparations.has(preparation)) throw new UnknownPreparation(`preparation ${preparation} is there twice`);
    const shared: StepPart = { ...step, shared: true };
    this.#preparations.set(preparation, { step: shared, size: this.#size - before });
    return shared;
  }

  #add(size: number): void {
    this.#size += size;
    if (this.#size > MAX_PARTS) throw new UnknownPreparation(`all steps together have more than ${MAX_PARTS} parts`);
  }
}

/** Step logs that no run has packed so; the message says why. */
export class UnknownPreparation extends Error {
  override readonly name = 'UnknownPreparation';
}
