export { integersIn } from '../wire/integers.ts';
