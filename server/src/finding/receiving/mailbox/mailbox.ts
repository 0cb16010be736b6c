/** What tells for whom a mail is, without the mail itself. */
export interface MailHead {
  uid: number
  bytes: number
  /** The header fields that name who receives it, as they stand in the mail. */
  recipients: string
}

/** A mailbox that is open for reading. Nothing in it is changed. Each call may throw a MailboxError. */
export interface OpenMailbox {
  /** Which numbers its mails have: with another one, all have new numbers. */
  uidValidity: number
  /** The number that the next mail gets at least. */
  nextUid: number
  /** The numbers of the mails after this one, in their order. */
  listAfter(uid: number): Promise<number[]>
  /** The lowest number of the mails that arrived on this day or later. */
  findFirstSince(day: Date): Promise<number | undefined>
  /** Those of these mails that still exist, in their order. */
  readHeads(uids: readonly number[]): Promise<MailHead[]>
  /** The mail as it was sent; undefined where it was deleted meanwhile. */
  readMail(uid: number): Promise<Uint8Array<ArrayBuffer> | undefined>
  close(): Promise<void>
}

/** To ask often for a user who is refused may lock the account. */
export const REFUSED = 'The server refuses the user or the password of IMAP_URL.'

/** Why a mailbox cannot be read, in a sentence without a secret. */
export class MailboxError extends Error {
  override readonly name = 'MailboxError'
}
