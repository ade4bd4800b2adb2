export * from '../../engine/http/json.ts';
export * from '../../engine/time/instant.ts';
export * from './bodies.ts';
export * from './codes.ts';
export * from './event-kinds.ts';
export * from './schemas.ts';
