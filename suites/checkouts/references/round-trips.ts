import { checkoutTrips } from '../../support/references/trips.ts';

checkoutTrips.found();
