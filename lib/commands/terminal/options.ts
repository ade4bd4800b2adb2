/** For commander: an option that can be repeated, or given once with commas. */
export const collect = (value: string, previous: string[] = []) => [...previous, ...value.split(',')];
