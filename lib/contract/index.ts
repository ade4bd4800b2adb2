export * from './bodies.ts';
export * from './codes.ts';
export * from './json.ts';
export * from './schemas.ts';
export * from './time.ts';
