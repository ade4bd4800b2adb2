/** Assembles the service: rules, memory, clock, webhooks, and its three listeners. */
import { createControl } from './control/control.ts';
import type { Clock } from './engine/clock.ts';
import { createOutbox } from './engine/outbox.ts';
import { createEnvironment, createMerchant } from './engine/store.ts';
import { createFire } from './engine/transitions.ts';
import type { Transport } from './engine/transport.ts';
import { addPages } from './pages/pages.ts';
import type { EnvironmentName, Merchant } from './rules/records.ts';
import type { Functions, Rulebook, Service } from './rules/rulebook.ts';
import { createApi } from './wire/api.ts';
import { type Answered, type Listener, type ListenOptions, listen } from './wire/listener.ts';

export interface ServiceOptions {
  rulebook: Rulebook;
  clock: Clock;
  transport: Transport;
  /** Makes an id with this prefix. */
  newId: (prefix: string) => string;
  controlToken: string;
  /** How long a webhook's receiver may take to answer, in milliseconds of real time. */
  deliveryTimeoutMs: number;
  host: string;
  /** 0: any free port. */
  ports: { sandbox: number; live: number; control: number };
  /** Webhook address of merchants that are created without one. */
  defaultWebhookUrl?: string | null;
  /** Descriptions of the interface by file name, served by the control listener with this service's addresses inserted. */
  documents?: ReadonlyMap<string, string>;
  /** Called for each request, with its listener and its answer. */
  onRequest?: ((where: 'sandbox' | 'live' | 'control', request: Answered) => void) | null;
}

export interface RunningService {
  sandboxUrl: string;
  liveUrl: string;
  controlUrl: string;
  /** Creates a merchant; id, key and secret are made by `ids` if given. */
  addMerchant(environment: EnvironmentName, ids?: ServiceOptions['newId']): Merchant;
  close(): Promise<void>;
}

/** Starts the service; rejects with the listener's error if a port is not available. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { rulebook: rules, clock, transport, newId, host, ports } = options;
  const environments = { sandbox: createEnvironment(rules, 'sandbox'), live: createEnvironment(rules, 'live') };
  const wallet: Service['wallet'] = (environment, walletId) => environment.wallets.get(walletId);
  const outbox = createOutbox({ rules, clock, transport, newId, deliveryTimeoutMs: options.deliveryTimeoutMs });
  const service: Service = {
    rules,
    clock,
    newId,
    environments,
    wallet,
    fire: createFire(rules, clock, outbox, wallet),
    resend(merchant, deliveryId) {
      const delivery = merchant.deliveries.find(({ id }) => id === deliveryId);
      if (delivery) outbox.resend(merchant, delivery);
      return delivery !== undefined;
    },
  };
  const defaultWebhookUrl = options.defaultWebhookUrl ?? null;
  const addMerchant = (environment: EnvironmentName, webhookUrl: string | null = defaultWebhookUrl) =>
    createMerchant(rules, environments[environment], newId, webhookUrl);

  const listeners: Listener[] = [];
  const close = async () => {
    clock.stop();
    await Promise.all([...listeners.map((listener) => listener.close()), transport.close()]);
  };
  const open = async (name: keyof typeof ports, app: ListenOptions['app'], finish: Functions['finish'] = null) => {
    const { onRequest } = options;
    const listener = await listen({
      app,
      clock,
      decisions: rules.decisions,
      finish,
      host,
      port: ports[name],
      onRequest: onRequest ? (request) => onRequest(name, request) : null,
    });
    listeners.push(listener);
    return listener.url;
  };
  try {
    for (const name of ['sandbox', 'live'] as const) {
      const app = createApi(service, environments[name]);
      addPages(app, service, environments[name]);
      environments[name].baseUrl = await open(name, app, rules.functions.finish);
    }
    const addressed = (document: string) =>
      document
        .replaceAll('https://sandbox.example.com', environments.sandbox.baseUrl)
        .replaceAll('https://live.example.com', environments.live.baseUrl);
    const documents = [...(options.documents ?? [])].map(([name, text]): [string, string] => [name, addressed(text)]);
    const controlUrl = await open(
      'control',
      createControl(service, { token: options.controlToken, documents: new Map(documents) }, addMerchant),
    );
    return {
      sandboxUrl: environments.sandbox.baseUrl,
      liveUrl: environments.live.baseUrl,
      controlUrl,
      addMerchant: (environment, ids = newId) =>
        createMerchant(rules, environments[environment], ids, defaultWebhookUrl),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
