import { alikeEscrows } from '../../support/alike/escrows.ts';
import { table } from '../../support/alike/groups.ts';

table('escrow.', alikeEscrows);
