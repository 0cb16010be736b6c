/** A part of a longer mail, such as one lead of several. What it lacks is left out. */
export interface MailBlock {
  heading?: string
  /** Where the heading leads. */
  url?: string
  /** Smaller, below the heading. */
  about?: string
  lines?: readonly string[]
  /** Words of others, set off. */
  quotes?: readonly string[]
  rows?: readonly { label: string; value: string }[]
}

/** One mail as the product words it; how it looks as text and as HTML is the sender's. */
export interface Mail {
  /** Unique for what the mail is about, so that one sent twice after a crash is seen as one (Message-ID). */
  key: string
  to: string
  subject: string
  /** Paragraphs of plain text, before the button. */
  paragraphs: readonly string[]
  /** After the paragraphs, in this order. */
  blocks?: readonly MailBlock[]
  /** The one thing to do, as a button in HTML and a bare address in text. */
  action?: { label: string; url: string }
  /** Smaller, after the button: why this mail came, when the link ends. */
  footnotes?: readonly string[]
  /** Smaller still, after the footnotes. */
  links?: readonly { label: string; url: string }[]
  /**
   * Where these mails end: the last line for readers, and for mail programs a header that they post to at one click
   * (RFC 8058). The address asks nothing of who posts to it.
   */
  unsubscribe?: { label: string; url: string }
}

/** Why a mail was not taken, by who can do something about it: its reader, or whoever runs the mail server. */
export type MailFailure = 'address_refused' | 'not_taken'

/** What a mail server's refusal becomes. Its message is the server's own, without the address, and for the log. */
export class MailError extends Error {
  override readonly name = 'MailError'
  readonly failure: MailFailure

  constructor(failure: MailFailure, said: string) {
    super(said)
    this.failure = failure
  }
}

export interface Mailer {
  /** Whether mails leave the installation, or are written to its outbox folder. */
  readonly kind: 'smtp' | 'outbox'
  /** Resolves once the mail was accepted. Rejects where it was not, with a MailError where a server said so, and the job that sends it tries again. Never in a transaction. */
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}
