import { randomInt } from 'node:crypto';
import { en, Faker } from '@faker-js/faker';
import type { Traced } from '../../engine/predicates/index.ts';
import { presentHistory } from '../../engine/time/activity.ts';
import { asTheShopHasIt, plainShop, type Shop } from './shop.ts';

/**
 * Makes up what a check needs. References never repeat, in this run or any other; people and amounts follow from the secret of the run;
 * what is drawn with `faker`, which decides what a check does, repeats with the seed.
 */
export class TestData {
  readonly #unique: (prefix: string) => string;
  readonly #seed: number;
  readonly #shop: Shop;
  readonly #whose: string;
  #faker: Faker | undefined;
  #people: Faker | undefined;

  /** `whose`: the check, and how often it has been begun. */
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

  /** In the plain form the same as `faker`, so that nothing there has changed. */
  get #made(): Faker {
    if (this.#shop === plainShop) return this.faker;
    this.#people ??= fakerOf(this.#shop.seed(`people ${this.#whose}`));
    return this.#people;
  }

  /** A text of a suite as this run sends it, to be expected: `shop.example.com` and `@example.com` stand for the hosts of the run's shop. */
  local(text: string): Traced<string> {
    return asTheShopHasIt(text, this.#shop.secret);
  }

  /** Where buyers return to. */
  get returnUrl(): string {
    return this.#shop.returnUrl;
  }

  /** What a buyer is shown, where the check does not care. */
  get description(): string | undefined {
    return this.#shop.description(this.#whose);
  }

  /** Of what a check asks for without stating an amount; read it from what was created. */
  amount(kind: Parameters<Shop['amount']>[0]): number {
    return this.#shop.amount(kind, this.#whose);
  }

  /** Letters, digits and `-`, at most 36 characters, in the plain form well below 100; with capitals where the prefix has some. */
  reference(prefix: string): string {
    return this.#unique(prefix);
  }

  email(): string {
    return this.#shop.local(this.#made.internet.email({ provider: 'example.com' }).toLowerCase());
  }

  /** A plain name: letters and a space, at most 30 characters, so that no limit that the interface does not show is in its way. */
  name(): string {
    const { firstName, lastName } = this.#made.person;
    return `${firstName()} ${lastName()}`
      .replace(/[^A-Za-z ]/g, '')
      .slice(0, 30)
      .trim();
  }

  /** A port of this machine that is none of those which a system hands out by itself. */
  port(): number {
    const any = () => randomInt(20_000, 30_000);
    const history = presentHistory();
    return history === null ? any() : history.note('port', any);
  }

  /** 10 digits, not one of the sandbox wallets. */
  walletId(): string {
    return `7${this.#made.string.numeric(9)}`;
  }
}

function fakerOf(seed: number): Faker {
  const faker = new Faker({ locale: en, seed });
  faker.setDefaultRefDate('2026-01-01T00:00:00.000Z');
  return faker;
}
