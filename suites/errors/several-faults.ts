import { severalFaultsShapes } from '../support/requests/several-faults.ts';

severalFaultsShapes();
