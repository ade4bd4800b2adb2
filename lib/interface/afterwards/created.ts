import type { ExchangeRecord } from '../../engine/http/index.ts';
import type { MerchantAccess } from '../../engine/run/merchants/merchant-access.ts';
import type { PaymentsRun } from '../actors/run.ts';
import { textIn } from '../model/events.ts';

/** A merchant of a run, and the paths of all that its requests have created. */
export interface Creator {
  readonly access: MerchantAccess;
  readonly paths: Set<string>;
}

const creators = new WeakMap<PaymentsRun, Map<string, Creator>>();

/** Every merchant that sent requests, in order of its first one. */
export function creatorsOf(run: PaymentsRun): readonly Creator[] {
  return [...(creators.get(run)?.values() ?? [])];
}

type Recorder = (exchange: ExchangeRecord) => void;

/** Records exchanges of a merchant as `record` does, and remembers the merchant and what it created. */
export function noting(run: PaymentsRun, access: MerchantAccess, record: Recorder = () => {}): Recorder {
  return (exchange) => {
    record(exchange);
    noteCreated(run, access, exchange);
  };
}

function noteCreated(run: PaymentsRun, access: MerchantAccess, { request, response }: ExchangeRecord): void {
  const known = creators.get(run) ?? new Map<string, Creator>();
  creators.set(run, known);
  const creator = known.get(access.merchantId) ?? { access, paths: new Set() };
  known.set(access.merchantId, creator);
  if (request.method !== 'POST' || response?.status !== 201) return;
  const [, path, collection] = /(\/v1\/([a-z-]+))$/.exec(request.url) ?? [];
  if (path === undefined) return;
  const id =
    collection === 'wallet-links' ? textIn(parsed(response.body), 'linkId') : textIn(parsed(request.body), 'reference');
  if (id !== null) creator.paths.add(`${path}/${encodeURIComponent(id)}`);
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}
