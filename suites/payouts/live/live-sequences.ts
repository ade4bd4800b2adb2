import { acceptsWhatFits, refusesTooMuch } from '../../support/live-sequences.ts';

refusesTooMuch('payout.live-limit-follows');
acceptsWhatFits('payout.live-limit-follows');
