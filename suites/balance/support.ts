import { Blocked, type CheckContext, type Created, type EventKind, unknownBank } from '../../lib/interface/index.ts';

/** Operations of a merchant and its buyers that change the balance. Amounts in kobo. */
export class MoneyMoves {
  readonly merchant: CheckContext['merchant'];
  readonly buyer: CheckContext['buyer'];
  readonly time: CheckContext['time'];
  readonly #console: CheckContext['console'];
  /** The references of the events that are to come again. */
  readonly #told = new Map<EventKind, string>();
  readonly #data: CheckContext['data'];
  #payment: ReturnType<CheckContext['buyer']['paid']> | undefined;
  /** The references of payouts and refunds that have ended, one of each end. */
  readonly #ended = { payout: new Map<string, string>(), refund: new Map<string, string>() };
  #begun: Promise<Created> | undefined;

  constructor({ merchant, buyer, console, data, time }: CheckContext) {
    this.#console = console;
    this.time = time;
    this.merchant = merchant;
    this.buyer = buyer;
    this.#data = data;
  }

  pays = (amount: number) => {
    const paid = this.buyer.paid(this.merchant, { amount });
    this.#payment ??= paid;
    return paid;
  };

  /** A checkout that was begun and that a later step may pay: always the same one. */
  begun = (amount?: number): Promise<Created> => {
    this.#begun ??= this.merchant.checkout({ amount });
    return this.#begun;
  };

  /** The first payment made. */
  payment = async () => {
    if (this.#payment === undefined) throw new Blocked('nothing was paid');
    return await this.#payment;
  };

  refunds = async (amount: number) => {
    const settled = await this.merchant.refundSettles(await this.payment(), { amount });
    this.#ended.refund.set('succeeded', settled.reference);
    return settled;
  };

  refundFails = async (amount: number) => {
    const failing = await this.merchant.refund(await this.payment(), { amount, reason: 'sandbox_fail' });
    this.#ended.refund.set('failed', failing.reference);
    return await this.merchant.settles(failing, 'failed');
  };

  paysOut = async (amount: number) => {
    const payout = await this.merchant.payout({ amount });
    this.#ended.payout.set('succeeded', payout.reference);
    return await this.merchant.settles(payout);
  };

  payoutFails = async (amount: number) => {
    const failing = await this.merchant.payout({ amount, recipient: { accountNumber: '0000000000' } });
    this.#ended.payout.set('failed', failing.reference);
    return await this.merchant.settles(failing, 'failed');
  };

  refusedRefunds = async () => {
    const { reference: paymentReference } = await this.payment();
    for (const reference of this.#ended.refund.values())
      await this.merchant.createRefund({ reference, paymentReference, amount: 1_003 });
    await this.merchant.createRefund({ paymentReference, amount: 2_000_000_000 });
    await this.merchant.createRefund({ paymentReference: this.#data.reference('chk'), amount: 1_003 });
    await this.merchant.createRefund({ paymentReference, amount: -1_003 });
  };

  refusedPayouts = async () => {
    for (const reference of this.#ended.payout.values())
      await this.merchant.createPayout({ reference, amount: 30_013 });
    await this.merchant.createPayout({ amount: 30_013, recipient: { bankName: unknownBank } });
    await this.merchant.createPayout({ amount: 30_013, recipient: { accountNumber: '012345678' } });
    await this.merchant.createPayout({ amount: 9_999 });
  };

  /** A reference for what leads to this event, which is not acknowledged at first, so that it comes again a minute later. */
  tells = (event: EventKind): string => {
    const reference = this.#data.reference('told');
    this.merchant.webhooks.answer({ event, reference }, [500, 200]);
    this.#told.set(event, reference);
    return reference;
  };

  /** The console sends this event again. */
  resends = async (event: EventKind) => {
    const { webhooks } = this.merchant;
    const reference = this.#told.get(event) ?? '';
    const after = webhooks.latest(event, reference);
    await this.#console.resendEvent(this.merchant, event, reference);
    await webhooks.another('the resent event arrives', event, reference, { after, within: webhooks.arrival });
  };
}
