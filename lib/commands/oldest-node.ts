/** The oldest Node that runs the package: major and minor version. */
export const OLDEST_NODE = [22, 19] as const;
