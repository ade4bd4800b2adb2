import type { Environment } from '../../../../engine/run/target.ts';
import { type TimedStep, textIn } from '../../events.ts';

/**
 * Wallets that control made: `POST /wallets` "makes a wallet exist, or renames it and sets its balance". Before the
 * step ends the wallet is unknown: a sandbox may accept any wallet id.
 */
export class MadeWallets {
  readonly #steps = new Map<string, TimedStep[]>();

  learn(step: TimedStep): void {
    const { endpoint, outcome, body } = step;
    if (endpoint !== 'POST /wallets' || outcome === 'refused') return;
    const name = `${textIn(body, 'environment')} ${textIn(body, 'walletId')}`;
    const known = this.#steps.get(name);
    if (known === undefined) this.#steps.set(name, [step]);
    else known.push(step);
  }

  /** Every step that made or changed the wallet, or may have. */
  of(environment: Environment, walletId: string): readonly TimedStep[] {
    return this.#steps.get(`${environment} ${walletId}`) ?? [];
  }

  /** Since when it certainly exists, by our clock; Infinity where it is not known to exist. */
  existsSince(environment: Environment, walletId: string): number {
    const done = this.of(environment, walletId).filter(({ outcome }) => outcome === 'done');
    return Math.min(...done.map(({ ended }) => ended));
  }

  /** The step that made it; null where it was changed afterwards, or it is unknown whether it was made. */
  onlyStep(environment: Environment, walletId: string): TimedStep | null {
    const [first, ...more] = this.of(environment, walletId);
    return first?.outcome === 'done' && more.length === 0 ? first : null;
  }
}
