import { type CheckContext, type Merchant, NotExercised } from '../../lib/interface/index.ts';

/**
 * The live merchant of this check, beside that of a `shared` preparation: another one where live merchants can be
 * created, else the same standing one.
 */
export async function anotherLive({ live }: CheckContext, first: Merchant): Promise<Merchant> {
  const [own, theirs] = [await live.present(), await first.present()];
  if (own.merchantId === theirs.merchantId) throw new NotExercised('there is one live merchant only');
  return live;
}
