import type { Environment } from '../../../../engine/run/target.ts';
import { type Step, textIn } from '../../events.ts';

/**
 * Wallets that control made: `POST /wallets` "makes a wallet exist, or renames it and sets its balance". What a target knew of one before is
 * not known, nor is it while the step lasts: a sandbox may take any wallet id.
 */
export class MadeWallets {
  readonly #steps = new Map<string, Step[]>();

  learn(step: Step): void {
    const { endpoint, outcome, body } = step;
    if (endpoint !== 'POST /wallets' || outcome === 'refused') return;
    const name = `${textIn(body, 'environment')} ${textIn(body, 'walletId')}`;
    const known = this.#steps.get(name);
    if (known === undefined) this.#steps.set(name, [step]);
    else known.push(step);
  }

  /** Every step that made or changed it, or may have. */
  of(environment: Environment, walletId: string): readonly Step[] {
    return this.#steps.get(`${environment} ${walletId}`) ?? [];
  }

  /** Since when, in our time, it surely exists. */
  since(environment: Environment, walletId: string): number {
    const done = this.of(environment, walletId).filter(({ outcome }) => outcome === 'done');
    return Math.min(...done.map(({ ended }) => ended));
  }

  /** The one step that made it; null where it was changed as well, or whether it was made is not known. */
  once(environment: Environment, walletId: string): Step | null {
    const [first, ...more] = this.of(environment, walletId);
    return first?.outcome === 'done' && more.length === 0 ? first : null;
  }
}
