import { escrowTrips } from '../../support/references/trips.ts';

escrowTrips.found();
