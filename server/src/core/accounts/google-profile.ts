import { Email, text } from '@leadlight/contract/shapes'
import type { IDToken } from 'openid-client'
import type { z } from 'zod'

const Name = text(1, 100)
const PICTURE_LENGTH_MAX = 2000

export interface GoogleProfile {
  subject: string
  /** Undefined unless Google has verified it. */
  email: string | undefined
  givenName: string | null
  familyName: string | null
  picture: string | null
}

/** What a checked ID token says of somebody, as far as it can be stored. */
export function readGoogleProfile(claims: IDToken): GoogleProfile {
  return {
    subject: claims.sub,
    email: claims['email_verified'] === true ? usable(Email, claims['email']) : undefined,
    givenName: usable(Name, claims['given_name']) ?? null,
    familyName: usable(Name, claims['family_name']) ?? null,
    picture: readPicture(claims['picture']),
  }
}

function usable(shape: z.ZodType<string>, value: unknown): string | undefined {
  const parsed = shape.safeParse(value)
  return parsed.success && parsed.data.isWellFormed() ? parsed.data : undefined
}

function readPicture(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > PICTURE_LENGTH_MAX) return null
  const url = URL.parse(value)
  return url?.protocol === 'https:' ? url.href : null
}
