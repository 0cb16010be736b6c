import type { ComponentProps } from 'react'

const CIRCLE = 'M22 12a10 10 0 1 1-20 0a10 10 0 1 1 20 0'

/** The icons of the first page, as Lucide draws them (ISC license): its frame for all icons weighs more than these. */
export const CircleAlert = icon(`${CIRCLE}M12 8v4M12 16h.01`)
export const CircleCheck = icon(`${CIRCLE}M16 9l-5.5 5.5L8 12`)
export const Info = icon(`${CIRCLE}M12 16v-4M12 8h.01`)
export const TriangleAlert = icon(
  'm21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01',
)
export const RotateCw = icon('M21 12a9 9 0 1 1-9-9c2.52 0 4.93 1 6.74 2.74L21 8M21 3v5h-5')
export const Eye = icon(
  'M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0' +
    'M15 12a3 3 0 1 1-6 0a3 3 0 1 1 6 0',
)
export const EyeOff = icon(
  'M10.733 5.076a10.744 10.744 0 0 1 11.205 6.575 1 1 0 0 1 0 .696 10.747 10.747 0 0 1-1.444 2.49' +
    'M14.084 14.158a3 3 0 0 1-4.242-4.242' +
    'M17.479 17.499a10.75 10.75 0 0 1-15.417-5.151 1 1 0 0 1 0-.696 10.75 10.75 0 0 1 4.446-5.143M2 2l20 20',
)

function icon(path: string) {
  return function Icon(props: ComponentProps<'svg'>) {
    return (
      <svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" {...props}>
        <path d={path} strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    )
  }
}
