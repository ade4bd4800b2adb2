import { acceptsWhatFits } from '../support/live-sequences.ts';

acceptsWhatFits('balance.refused-moves-nothing');
