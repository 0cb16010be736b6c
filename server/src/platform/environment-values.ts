import { z } from 'zod'

export const optional = z
  .string()
  .trim()
  .optional()
  .transform((value) => (value === '' ? undefined : value))
export const list = z
  .string()
  .default('')
  .transform((value) => value.split(',').map((item) => item.trim()).filter(Boolean)) // oxfmt-ignore
export const url = (fallback: string) => z.url({ protocol: /^https?$/ }).default(fallback)
export const socket = (fallback: string) =>
  z
    .string()
    .trim()
    .default(fallback)
    .transform((value) => (value === 'off' || value === '' ? undefined : value))
    .pipe(z.url({ protocol: /^wss?$/, error: 'Must be an address such as wss://host, or `off`' }).optional())
