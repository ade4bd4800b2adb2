import { alikeEscrows } from '../support/alike-escrows.ts';
import { table } from '../support/groups.ts';

table('escrow.', alikeEscrows);
