import { randomInt } from 'node:crypto';
import { en, Faker } from '@faker-js/faker';
import type { Traced } from '../../engine/predicates/index.ts';
import { presentHistory } from '../../engine/time/activity.ts';
import { asTheShopHasIt, plainShop, type Shop } from './shop.ts';

/**
 * Makes up the data of a check. References never repeat, in this run or any other. People and amounts derive from the
 * secret of the run. Values drawn with `faker`, which decide what a check does, repeat with the seed.
 */
export class TestData {
  readonly #unique: (prefix: string) => string;
  readonly #seed: number;
  readonly #shop: Shop;
  readonly #whose: string;
  #faker: Faker | undefined;
  #people: Faker | undefined;

  /** `whose`: the name of the check and, when it is repeated, of the attempt. */
  constructor(unique: (prefix: string) => string, seed: number, shop = plainShop, whose = '') {
    this.#unique = unique;
    this.#seed = seed;
    this.#shop = shop;
    this.#whose = whose;
  }

  get faker(): Faker {
    this.#faker ??= fakerOf(this.#seed);
    return this.#faker;
  }

  /** For the plain shop the same generator as `faker`, so that existing seeds repeat their data. */
  get #made(): Faker {
    if (this.#shop === plainShop) return this.faker;
    this.#people ??= fakerOf(this.#shop.seed(`people ${this.#whose}`));
    return this.#people;
  }

  /** A text of a suite as this run sends it, for expectations: see `Shop.local`. */
  local(text: string): Traced<string> {
    return asTheShopHasIt(text, this.#shop.secret);
  }

  /** The page that buyers return to. */
  get returnUrl(): string {
    return this.#shop.returnUrl;
  }

  /** The description of an order, where the check sets none. */
  get description(): string | undefined {
    return this.#shop.description(this.#whose);
  }

  /** Kobo, where a check states no amount; checks read it from the resource created. */
  amount(kind: Parameters<Shop['amount']>[0]): number {
    return this.#shop.amount(kind, this.#whose);
  }

  /**
   * Letters, digits and `-`: at most 36 characters, in the plain form plus the prefix and well below 100. Has capitals
   * where the prefix has.
   */
  reference(prefix: string): string {
    return this.#unique(prefix);
  }

  email(): string {
    return this.#shop.local(this.#made.internet.email({ provider: 'example.com' }).toLowerCase());
  }

  /** A plain name: letters and a space, at most 30 characters, below any limit that a target could reasonably have. */
  name(): string {
    const { firstName, lastName } = this.#made.person;
    return `${firstName()} ${lastName()}`
      .replace(/[^A-Za-z ]/g, '')
      .slice(0, 30)
      .trim();
  }

  /** A local port from 20,000 to 29,999, outside the range that systems assign by themselves. */
  port(): number {
    const any = () => randomInt(20_000, 30_000);
    const history = presentHistory();
    return history === null ? any() : history.note('port', any);
  }

  /** 10 digits, and not one of the three sandbox wallets. */
  walletId(): string {
    return `7${this.#made.string.numeric(9)}`;
  }
}

function fakerOf(seed: number): Faker {
  const faker = new Faker({ locale: en, seed });
  faker.setDefaultRefDate('2026-01-01T00:00:00.000Z');
  return faker;
}
