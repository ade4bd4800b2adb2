import { checkoutTrips, escrowTrips, payoutTrips, refundTrips } from '../../support/references/trips.ts';

for (const trips of [escrowTrips, payoutTrips, refundTrips, checkoutTrips]) trips.told();
