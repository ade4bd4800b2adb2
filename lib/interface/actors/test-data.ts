import { randomInt } from 'node:crypto';
import { en, Faker } from '@faker-js/faker';
import { presentHistory } from '../../engine/time/activity.ts';

/** Makes up what a check needs. References never repeat, in this run or any other; the rest repeats with the seed. */
export class TestData {
  readonly #unique: (prefix: string) => string;
  readonly #seed: number;
  #faker: Faker | undefined;

  constructor(unique: (prefix: string) => string, seed: number) {
    this.#unique = unique;
    this.#seed = seed;
  }

  get faker(): Faker {
    if (this.#faker === undefined) {
      this.#faker = new Faker({ locale: en, seed: this.#seed });
      this.#faker.setDefaultRefDate('2026-01-01T00:00:00.000Z');
    }
    return this.#faker;
  }

  /** Letters, digits and `-`, well below 100 characters. */
  reference(prefix: string): string {
    return this.#unique(prefix);
  }

  email(): string {
    return this.faker.internet.email({ provider: 'example.com' }).toLowerCase();
  }

  /** A plain name: letters and a space, at most 30 characters, so that no limit that the interface does not show is in its way. */
  name(): string {
    const { firstName, lastName } = this.faker.person;
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
    return `7${this.faker.string.numeric(9)}`;
  }
}
