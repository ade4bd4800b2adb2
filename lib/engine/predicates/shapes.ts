import type { z } from 'zod';

/** The bodies that an interface describes, by name. An interface declares its own here and defines them with `defineShapes`. */
export interface Shapes {
  /** The body of a refusal. */
  errorBody: z.ZodObject;
}

export type Shape = keyof Shapes & string;

const defined = new Map<string, z.ZodObject>();

export function defineShapes(shapes: Readonly<Partial<Shapes>>): void {
  for (const [name, schema] of Object.entries(shapes)) defined.set(name, schema);
}

/** Throws if no interface has defined the shape: a fault of the suite. */
export function shapeOf(name: Shape): z.ZodObject {
  const shape = defined.get(name);
  if (shape === undefined) throw new Error(`no shape ${name} is defined`);
  return shape;
}
