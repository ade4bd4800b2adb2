// A run has hundreds of thousands of steps and terms. Their shape is checked by hand, which takes a tenth of the time of a schema.

type Is = (value: unknown) => boolean;

export const isText: Is = (value) => typeof value === 'string';
export const isTime: Is = (value) => typeof value === 'number' && value >= 0 && value <= 1e13;
export const isCount: Is = (value) => Number.isInteger(value) && (value as number) >= 0;
export const isNumber: Is = (value) => typeof value === 'number';
export const isList =
  (isMember: Is): Is =>
  (value) =>
    Array.isArray(value) && value.every(isMember);
export const isNullOr =
  (is: Is): Is =>
  (value) =>
    value === null || is(value);

/** Whether a value is an object with exactly these fields. */
export const hasFields = (fields: Readonly<Record<string, Is>>, optional: readonly string[] = []): Is => {
  const due = Object.keys(fields).filter((name) => !optional.includes(name));
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    return (
      Object.entries(value).every(([name, each]) => Object.hasOwn(fields, name) && fields[name]?.(each) === true) &&
      due.every((name) => Object.hasOwn(value, name))
    );
  };
};
