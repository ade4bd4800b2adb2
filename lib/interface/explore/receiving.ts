import type { Receive, ReceiverAnswer } from '../../engine/explore/story.ts';
import type { MerchantAccess } from '../../engine/run/merchants/merchant-access.ts';
import { type DeliveryEvidence, deliveryEvidence, type Sighting } from '../../engine/run/recording/evidence-writer.ts';
import { timeOfDay } from '../../engine/time/clock.ts';
import type { Answer, Delivery } from '../../engine/webhooks/server.ts';
import { verify } from '../../engine/webhooks/signature.ts';
import type { PaymentsRun } from '../actors/run.ts';
import { LISTED, type Listing, type ListRead, SIGNED, type SignedAfter } from '../model/arrivals.ts';

const SLOW: Answer = { status: 200, delayMs: 150 };
const answerOf = (answer: ReceiverAnswer): Answer => (answer === 'slow' ? SLOW : answer);

/** Where the webhooks of one merchant arrive, and the secrets that have signed them. */
interface Receiver {
  readonly access: MerchantAccess;
  readonly paths: Set<string>;
  /** The newest first. */
  readonly secrets: (string | null)[];
}

/** The receivers of webhooks in a story, and what the console tells and changes about them. */
export class Receiving {
  readonly #run: PaymentsRun;
  readonly #receivers = new Map<string, Receiver>();
  readonly #scripts: { remove(): void }[] = [];
  readonly #lists: ListRead[] = [];
  /** What arrived before belongs to other stories: standing merchants have one address for all. */
  readonly #since: number;

  constructor(run: PaymentsRun) {
    this.#run = run;
    this.#since = run.capture.deliveries.at(-1)?.seq ?? 0;
  }

  enter(access: MerchantAccess): void {
    const receiver = { access, paths: new Set([access.hookPath]), secrets: [access.webhookSecret] };
    this.#receivers.set(access.merchantId, receiver);
  }

  /** `reference`: of what is told of; null: of anything. */
  answers(merchantId: string, { answers }: Receive, reference: string | null): void {
    for (const path of this.#receivers.get(merchantId)?.paths ?? []) {
      const match = { path, ...(reference !== null && { reference }) };
      this.#scripts.push(this.#run.capture.script(match, answers.map(answerOf)));
    }
  }

  /** The console's list, which the model looks at as well. */
  async list(merchant: string): Promise<readonly Listing[]> {
    const [startedAt, sentMono] = [timeOfDay(), performance.now()];
    const entries = (await this.#run.control?.deliveries(merchant)) ?? [];
    const durationMs = performance.now() - sentMono;
    const read: ListRead = { merchant, startedAt, sentMono, durationMs, entries };
    this.#lists.push(read);
    this.#run.evidence.step(LISTED, read, this.#run.mask([]));
    return entries;
  }

  /** `own`: that of the beginning; else one that nothing has arrived at. */
  address(merchantId: string, which: string): string {
    const receiver = this.#receivers.get(merchantId);
    const own = receiver?.access.hookPath ?? '';
    if (which === 'own') return new URL(own, this.#run.capture.url).href;
    const { url, path } = this.#run.hook();
    for (const secret of receiver?.secrets ?? []) this.#run.deliveryRoutes.expect(path, secret);
    receiver?.paths.add(path);
    return url;
  }

  /** Returns what must not be told. */
  async rotates(merchantId: string): Promise<MerchantAccess | null> {
    const receiver = this.#receivers.get(merchantId);
    const webhookSecret = await this.#run.control?.rotateWebhookSecret(merchantId);
    if (receiver === undefined || webhookSecret === undefined) return null;
    receiver.secrets.unshift(webhookSecret);
    for (const path of receiver.paths) this.#run.deliveryRoutes.expect(path, webhookSecret);
    return { ...receiver.access, webhookSecret };
  }

  /** All that came. What failed is not tried again in other stories. */
  ends(mask: ReturnType<PaymentsRun['mask']>): { deliveries: DeliveryEvidence[]; sightings: Sighting[] } {
    for (const script of this.#scripts) script.remove();
    const deliveries = [...this.#receivers.values()].flatMap(({ paths, secrets }) =>
      [...paths].flatMap((path) =>
        this.#run.capture
          .find({ path, where: ({ seq }) => seq > this.#since })
          .map((delivery) => deliveryEvidence(delivery, mask, signerOf(delivery, secrets))),
      ),
    );
    const lists = this.#lists.map((seen): Sighting => ({ id: 0, at: '', what: LISTED, seen }));
    const signed = this.#signed().map((seen): Sighting => ({ id: 0, at: '', what: SIGNED, seen }));
    return { deliveries: deliveries.sort((a, b) => a.seq - b.seq), sightings: [...lists, ...signed] };
  }

  /** Of merchants whose secret was rotated: with which of their secrets each webhook is signed. */
  #signed(): SignedAfter[] {
    return [...this.#receivers].flatMap(([merchant, { paths, secrets }]) => {
      if (secrets.length === 1) return [];
      const came = [...paths].flatMap((path) =>
        this.#run.capture.find({ path, where: ({ seq }) => seq > this.#since }),
      );
      const rotations = came.flatMap((delivery) => {
        const by = secrets.findIndex((each) => each !== null && verify(delivery, each).v2 === 'valid');
        return by === -1 ? [] : [[delivery.seq, secrets.length - 1 - by] as const];
      });
      const signed = { merchant, rotations: Object.fromEntries(rotations) };
      this.#run.evidence.step(SIGNED, signed, this.#run.mask([]));
      return signed;
    });
  }
}

function signerOf(delivery: Delivery, secrets: readonly (string | null)[]): string | null {
  return secrets.find((each) => each !== null && verify(delivery, each).v2 === 'valid') ?? secrets[0] ?? null;
}
