import { liveBounds } from '../../support/requests/live-bounds.ts';

liveBounds('refund');
