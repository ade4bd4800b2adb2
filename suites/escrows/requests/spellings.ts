import { spellingsTable } from '../../support/requests/spellings.ts';

spellingsTable('escrow');
