import type { Receive, ReceiverAnswer } from '../../engine/explore/story.ts';
import type { MerchantAccess } from '../../engine/run/merchants/merchant-access.ts';
import { type DeliveryEvidence, deliveryEvidence, type Sighting } from '../../engine/run/recording/evidence-writer.ts';
import { timeOfDay } from '../../engine/time/clock.ts';
import type { Answer, Delivery } from '../../engine/webhooks/server.ts';
import { verify } from '../../engine/webhooks/signature.ts';
import type { PaymentsRun } from '../actors/run.ts';
import {
  type ConsoleEntry,
  LIST_READ,
  type ListRead,
  SIGNED_AFTER_ROTATION,
  type SignedAfter,
} from '../model/arrivals.ts';

const SLOW: Answer = { status: 200, delayMs: 150 };
const answerOf = (answer: ReceiverAnswer): Answer => (answer === 'slow' ? SLOW : answer);

/** The webhook addresses of one merchant, and the secrets that have signed its webhooks. */
interface Receiver {
  readonly access: MerchantAccess;
  readonly paths: Set<string>;
  /** Newest first. */
  readonly secrets: (string | null)[];
}

/** The webhook receivers of a story, and what the console shows and changes about them. */
export class StoryReceivers {
  readonly #run: PaymentsRun;
  readonly #receivers = new Map<string, Receiver>();
  readonly #scripts: { remove(): void }[] = [];
  readonly #lists: ListRead[] = [];
  /** Earlier deliveries belong to other stories: a standing merchant has one address for all of them. */
  readonly #since: number;

  constructor(run: PaymentsRun) {
    this.#run = run;
    this.#since = run.capture.deliveries.at(-1)?.seq ?? 0;
  }

  add(access: MerchantAccess): void {
    const receiver = { access, paths: new Set([access.hookPath]), secrets: [access.webhookSecret] };
    this.#receivers.set(access.merchantId, receiver);
  }

  /** `reference`: only webhooks about it are answered so; null: all of them. */
  script(merchantId: string, { answers }: Receive, reference: string | null): void {
    for (const path of this.#receivers.get(merchantId)?.paths ?? []) {
      const match = { path, ...(reference !== null && { reference }) };
      this.#scripts.push(this.#run.capture.script(match, answers.map(answerOf)));
    }
  }

  /** Reads the console's list, and records it for the model. */
  async list(merchant: string): Promise<readonly ConsoleEntry[]> {
    const [startedAt, sentMono] = [timeOfDay(), performance.now()];
    const entries = (await this.#run.control?.deliveries(merchant)) ?? [];
    const durationMs = performance.now() - sentMono;
    const read: ListRead = { merchant, startedAt, sentMono, durationMs, entries };
    this.#lists.push(read);
    this.#run.evidence.step(LIST_READ, read, this.#run.mask([]));
    return entries;
  }

  /** `own`: the merchant's first address; any other value: a new one. */
  address(merchantId: string, which: string): string {
    const receiver = this.#receivers.get(merchantId);
    const own = receiver?.access.hookPath ?? '';
    if (which === 'own') return new URL(own, this.#run.capture.url).href;
    const { url, path } = this.#run.hook();
    for (const secret of receiver?.secrets ?? []) this.#run.deliveryRoutes.expect(path, secret);
    receiver?.paths.add(path);
    return url;
  }

  /** Rotates the secret. Returns the access with the new secret, to be masked; null where there is no control. */
  async rotateSecret(merchantId: string): Promise<MerchantAccess | null> {
    const receiver = this.#receivers.get(merchantId);
    const webhookSecret = await this.#run.control?.rotateWebhookSecret(merchantId);
    if (receiver === undefined || webhookSecret === undefined) return null;
    receiver.secrets.unshift(webhookSecret);
    for (const path of receiver.paths) this.#run.deliveryRoutes.expect(path, webhookSecret);
    return { ...receiver.access, webhookSecret };
  }

  /** All deliveries and console lists of the story. Later attempts are no longer refused, so that they end. */
  end(mask: ReturnType<PaymentsRun['mask']>): { deliveries: DeliveryEvidence[]; sightings: Sighting[] } {
    for (const script of this.#scripts) script.remove();
    const deliveries = [...this.#receivers.values()].flatMap(({ paths, secrets }) =>
      [...paths].flatMap((path) =>
        this.#run.capture
          .find({ path, where: ({ seq }) => seq > this.#since })
          .map((delivery) => deliveryEvidence(delivery, mask, signerOf(delivery, secrets))),
      ),
    );
    const lists = this.#lists.map((seen): Sighting => ({ id: 0, at: '', what: LIST_READ, seen }));
    const signed = this.#signedAfterRotation().map(
      (seen): Sighting => ({ id: 0, at: '', what: SIGNED_AFTER_ROTATION, seen }),
    );
    return { deliveries: deliveries.sort((a, b) => a.seq - b.seq), sightings: [...lists, ...signed] };
  }

  /** Of merchants whose secret was rotated: which of their secrets signed each webhook. */
  #signedAfterRotation(): SignedAfter[] {
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
      this.#run.evidence.step(SIGNED_AFTER_ROTATION, signed, this.#run.mask([]));
      return signed;
    });
  }
}

function signerOf(delivery: Delivery, secrets: readonly (string | null)[]): string | null {
  return secrets.find((each) => each !== null && verify(delivery, each).v2 === 'valid') ?? secrets[0] ?? null;
}
