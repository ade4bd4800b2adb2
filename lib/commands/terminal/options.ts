/** For commander: an option that may be given several times, or once with commas. */
export const collect = (value: string, previous: string[] = []) => [...previous, ...value.split(',')];
