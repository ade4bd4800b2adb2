import { payoutTrips } from '../../support/references/trips.ts';

payoutTrips.found();
