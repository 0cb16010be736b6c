import { sql } from 'kysely'

/**
 * What counts as a lead wherever leads are counted: every post kept for the project that nobody has deleted, unsure ones
 * too. Only figures of what was found on certain days also count the leads deleted since, and say so.
 */
export const IS_COUNTED = sql<boolean>`not lead.deleted`

/** A lead counts as unread until somebody of the team opens it or marks it as read. */
export const IS_UNREAD = sql<boolean>`not lead.read and ${IS_COUNTED}`
