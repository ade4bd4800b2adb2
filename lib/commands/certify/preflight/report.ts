import { styleText } from 'node:util';

/**
 * `wrong`: something that was given does not work. `warning`: a run can be made, but the user should look at this. `note`: for information.
 */
export type Sign = 'fine' | 'note' | 'warning' | 'wrong';

const signs: Readonly<Record<Sign, string>> = { fine: '✓', note: '·', warning: '!', wrong: '✗' };
const colours = { fine: 'green', note: 'gray', warning: 'yellow', wrong: 'red' } as const;

/** Prints each finding of the preflight check on one line, as soon as it is known, with advice below it. */
export class Report {
  readonly #told = new Map<Sign, number>();
  readonly #mask: (text: string) => string;
  readonly #print: (text: string) => void;

  constructor(mask: (text: string) => string, print: (text: string) => void = console.log) {
    this.#mask = mask;
    this.#print = print;
  }

  tell(sign: Sign, subject: string, words: string, ...advice: readonly string[]): void {
    this.list(sign, subject, [words], ...advice);
  }

  /** Like `tell`, for text of several lines. */
  list(sign: Sign, subject: string, [first = '', ...more]: readonly string[], ...advice: readonly string[]): void {
    this.#told.set(sign, this.count(sign) + 1);
    const mark = styleText([colours[sign], ...(sign === 'wrong' ? (['bold'] as const) : [])], signs[sign]);
    this.#print(`${mark} ${styleText('bold', subject.padEnd(11))} ${this.#shown(first)}`);
    for (const line of more) this.#print(`${' '.repeat(14)}${this.#shown(line)}`);
    for (const line of advice) this.#print(`${' '.repeat(14)}${styleText(colours[sign], '→')} ${this.#shown(line)}`);
  }

  count(sign: Sign): number {
    return this.#told.get(sign) ?? 0;
  }

  /** Text from a target is masked and cannot control the terminal. */
  #shown(text: string): string {
    return this.#mask(text).replace(/\p{Cc}+/gu, ' ');
  }
}
