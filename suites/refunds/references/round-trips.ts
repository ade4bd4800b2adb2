import { refundTrips } from '../../support/references/trips.ts';

refundTrips.found();
