import { acceptsWhatFits, refusesTooMuch } from '../support/live-sequences.ts';

refusesTooMuch('environment.live-balance-is-net');
refusesTooMuch('environment.live-payout-above-balance');
acceptsWhatFits('environment.live-payout-of-balance');
