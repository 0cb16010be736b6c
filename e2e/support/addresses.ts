import { join } from 'node:path'

/** Where the installation of this run answers. */
export function installationUrl(): string {
  return required('LEADLIGHT_URL')
}

/** The home page of the business that the doubles serve. */
export function websiteUrl(): string {
  return required('LEADLIGHT_WEBSITE_URL')
}

/** A forum that projects can add. */
export function forumUrl(): string {
  return required('LEADLIGHT_FORUM_URL')
}

/** A key that the double of a platform accepts, where it is of one part. */
export function keyTo(platform: string): string {
  const key = new RegExp(`^A key to ${platform}: +(\\S+)$`, 'm').exec(required('LEADLIGHT_KEYS'))?.[1]
  if (!key) throw new Error(`The doubles have no such key to ${platform}`)
  return key
}

/** Where the installation writes the mails that it would send. */
export function outboxFolder(): string {
  return join(required('LEADLIGHT_DATA_DIR'), 'outbox')
}

function required(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: the installation of this run has not been started`)
  return value
}
