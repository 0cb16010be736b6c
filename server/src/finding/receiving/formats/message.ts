/** A mail, as far as posts are read from it. What is attached is left out. */
export interface Mail {
  from: string
  subject: string
  /** When it was sent; undefined where it does not say. */
  date: string | undefined
  html: string
  text: string
}

/** What was sent to a receiving address, parsed and not yet understood. */
export type Message =
  /** JSON, or the fields of a form. */
  | { kind: 'data'; value: unknown }
  | { kind: 'mail'; mail: Mail }
  /** HTML, or a feed. */
  | { kind: 'markup'; markup: string }

/** A post that a message tells of, in the sender's words. None of it is checked. */
export interface FoundPost {
  url: string
  /** Where the sender gives a title and a snippet only, the snippet. */
  text: string
  title?: string | undefined
  author?: string | undefined
  authorUrl?: string | undefined
  postedAt?: string | undefined
}

/** What one sender's messages look like. */
export interface Format {
  /** The sender, as people call it. */
  name: string
  /** It sends all that is said somewhere: a message without posts is nothing that went wrong. */
  sendsAll?: true
  /** The posts of a message of this sender; undefined for a message of anybody else. Pure. */
  read: (message: Message) => FoundPost[] | undefined
}
