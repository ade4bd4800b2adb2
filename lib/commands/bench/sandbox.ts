import { freePort } from '../../engine/http/testing/free-port.ts';
import { Control } from '../../interface/control/control.ts';
import { type Launched, launchReference } from '../../interface/target/launch.ts';

/** The reference as people get a sandbox: one merchant, whose webhook address the console has, and no control. */
export async function launchSandbox(): Promise<Launched> {
  const launched = await launchReference();
  try {
    return { settings: await merchantAlone(launched.settings), stop: launched.stop };
  } catch (error) {
    await launched.stop();
    throw error;
  }
}

async function merchantAlone(settings: Launched['settings']): Promise<Launched['settings']> {
  const port = await freePort();
  const webhookUrl = `http://127.0.0.1:${port}/webhooks`;
  const control = new Control(settings.TARGET_CONTROL_URL ?? '', settings.TARGET_CONTROL_TOKEN ?? null);
  const { apiKey, merchantId, webhookSecret } = await control.createMerchant('sandbox', webhookUrl);
  return {
    TARGET_BASE_URL: settings.TARGET_BASE_URL,
    TARGET_API_KEY: apiKey,
    TARGET_MERCHANT_ID: merchantId,
    ...(webhookSecret !== null && { TARGET_WEBHOOK_SECRET: webhookSecret }),
    CAPTURE_LISTEN: `127.0.0.1:${port}`,
    CAPTURE_PUBLIC_URL: webhookUrl,
  };
}
