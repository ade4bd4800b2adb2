/** Read access to a JSON body by dotted field names. `null` counts as not given. */
export class Body {
  readonly value: Record<string, unknown>;

  constructor(value: Record<string, unknown>) {
    this.value = value;
  }

  get(field: string): unknown {
    let value: unknown = this.value;
    for (const name of field.split('.')) {
      if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
      value = value[name];
    }
    return value ?? undefined;
  }

  text(field: string): string | null {
    const value = this.get(field);
    return value === undefined ? null : String(value);
  }

  integer(field: string): number | null {
    const value = this.get(field);
    return typeof value === 'number' ? value : null;
  }

  object(field: string): object | null {
    const value = this.get(field);
    return isObject(value) ? value : null;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
