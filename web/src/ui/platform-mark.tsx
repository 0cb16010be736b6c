import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/**
 * Each platform's mark in a square of 16, drawn in plain shapes: its colour, and what is on it in white unless it says
 * otherwise.
 */
const MARKS: ReadonlyMap<string, { ground: string; shapes: ReactNode }> = new Map(
  Object.entries<{ ground: string; shapes: ReactNode }>({
    hacker_news: { ground: '#f60', shapes: <path d="M4.6 3.6 8 9l3.4-5.4M8 9v4" {...line(1.6)} /> },
    stack_exchange: {
      ground: '#1e5397',
      shapes: (
        <>
          <path d="M4 4.2h8M4 6.9h8M4 9.6h8" {...line(1.7)} />
          <path d="M4.4 11.3h7.2l-3 2.6v-1.4H6z" fill="#fff" />
        </>
      ),
    },
    feed: {
      ground: '#e8750a',
      shapes: (
        <>
          <circle cx="4.7" cy="11.3" r="1.5" fill="#fff" />
          <path d="M3.4 6.6a6 6 0 0 1 6 6M3.4 3.2a9.4 9.4 0 0 1 9.4 9.4" {...line(1.7)} />
        </>
      ),
    },
    reddit: {
      ground: '#ff4500',
      shapes: (
        <>
          <path d="M8 6.4 8.9 3l2.3.5" {...line(1)} />
          <circle cx="11.8" cy="3.7" r="1.1" fill="#fff" />
          <ellipse cx="8" cy="9.6" rx="5.2" ry="3.7" fill="#fff" />
          <circle cx="6" cy="9" r="1" fill="#ff4500" />
          <circle cx="10" cy="9" r="1" fill="#ff4500" />
          <path d="M6 11.3q2 1.2 4 0" {...line(0.9)} stroke="#ff4500" />
        </>
      ),
    },
    github: {
      ground: '#24292f',
      shapes: (
        <path
          d="M3.6 3.2 6 4.3a8 8 0 0 1 4 0l2.4-1.1.4 3a4 4 0 0 1-2.9 5v2.6H6.2v-1.5c-1.6.3-2-.8-2.7-1.4M6.1 11a4 4 0 0 1-2.9-4.8z"
          fill="#fff"
        />
      ),
    },
    mastodon: {
      ground: '#6364ff',
      shapes: <path d="M4.4 11.6V6.5Q4.4 4 6.2 4T8 6.3v2.4-2.4Q8 4 9.8 4t1.8 2.5v5.1" {...line(1.6)} />,
    },
    bluesky: {
      ground: '#0a7aff',
      shapes: (
        <path
          d="M8 7.4C7.2 5.8 5.2 3.9 3.5 3.5 2.6 3.4 2.4 4.5 2.6 6c.2 2 .6 2.8 2.7 2.8-2.1.5-2.5 1.8-1.2 3.200C5.8 13.6 7.2 12 8 10c.8 2 2.2 3.6 3.9 2 1.3-1.4.9-2.7-1.2-3.2 2.1 0 2.5-.8 2.7-2.8.2-1.5 0-2.6-.9-2.5-1.7.4-3.7 2.3-4.5 3.900z"
          fill="#fff"
        />
      ),
    },
    lemmy: {
      ground: '#00a846',
      shapes: (
        <>
          <circle cx="4.4" cy="5" r="1.7" fill="#fff" />
          <circle cx="11.6" cy="5" r="1.7" fill="#fff" />
          <ellipse cx="8" cy="9" rx="4.6" ry="3.9" fill="#fff" />
          <path d="M6 8.300v.01M10 8.300v.01" {...line(1.7)} stroke="#00a846" />
          <path d="M7 10.800h2" {...line(1.2)} stroke="#00a846" />
        </>
      ),
    },
    discourse: { ground: '#111', shapes: <path d="M3.4 13V8.200A4.7 4.7 0 1 1 8.1 12.900z" fill="#ffe9a8" /> },
    dev: {
      ground: '#0a0a0a',
      shapes: (
        <path
          d="M2.3 5.600v4.800h.8q1.3 0 1.3-1.300V6.900Q4.4 5.6 3.1 5.600zM9 5.600H6.800v4.800H9M6.8 8h1.700M10.8 5.600l1.4 4.8 1.4-4.8"
          {...line(1)}
        />
      ),
    },
    youtube: { ground: '#f00', shapes: <path d="M6 4.400v7.200L12.2 8z" fill="#fff" /> },
    x: { ground: '#0f1419', shapes: <path d="m4 3.7 8 8.600M12 3.700l-8 8.6" {...line(1.5)} /> },
    by_hand: { ground: '#5b6472', shapes: <path d="M4 12l.7-2.700 5.600-5.600 2 2-5.600 5.600z" fill="#fff" /> },
    product_hunt: {
      ground: '#da552f',
      shapes: <path d="M6 12.600V3.900h2.600a2.6 2.6 0 0 1 0 5.200H6" {...line(1.8)} />,
    },
    steam: {
      ground: '#1b2838',
      shapes: (
        <>
          <circle cx="10.400" cy="5.600" r="2.300" {...line(1.3)} />
          <path d="m2.600 9 3.200 1.500 3-2.700" {...line(1.3)} />
          <circle cx="5.800" cy="10.900" r="1.500" fill="#fff" />
        </>
      ),
    },
    app_store: {
      ground: '#0d84ff',
      shapes: <path d="m8.600 3.800-4 7.400M7.400 3.800l4.200 7.400M3.600 9.600h5.800M11 9.600h1.400" {...line(1.4)} />,
    },
    wordpress: {
      ground: '#21759b',
      shapes: <path d="m3.400 5 2.400 7L8 6l2.200 6 2.400-7M4.800 5h-2M8.600 5h-2" {...line(1.3)} />,
    },
    sam_gov: {
      ground: '#1b2b4a',
      shapes: (
        <path
          d="M3.400 6.400 8 3.400l4.600 3zM4.600 7.400v4M8 7.400v4M11.400 7.400v4M3.400 12.600h9.200"
          {...line(1.2)}
        />
      ),
    },
    ted: {
      ground: '#039',
      shapes: (
        <path
          d="M8 3v.01M8 13v.01M3 8h.01M13 8h.01M4.500 4.500v.01M11.500 4.500v.01M4.500 11.500v.01M11.500 11.500v.01"
          {...line(1.6)}
          stroke="#fc0"
        />
      ),
    },
  }),
)

function line(width: number) {
  return { fill: 'none', stroke: '#fff', strokeWidth: width, strokeLinecap: 'round', strokeLinejoin: 'round' } as const
}

interface PlatformMarkProps {
  platform: string
  /** Its name for screen readers and the pointer, where it does not stand beside the mark. */
  name?: string | undefined
  className?: string
}

/** A post's platform by its own mark; one that has none here by its first letter. */
export function PlatformMark({ platform, name, className }: PlatformMarkProps) {
  const mark = MARKS.get(platform)
  const accessible = name === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name }
  if (!mark) {
    return (
      <span
        {...accessible}
        className={classNames(
          'grid size-4 shrink-0 place-items-center rounded-[4px] border border-line-strong bg-bg text-[9px] leading-none font-bold text-ink-2',
          className,
        )}
      >
        {platform.slice(0, 1).toUpperCase()}
      </span>
    )
  }
  return (
    <svg
      viewBox="0 0 16 16"
      {...accessible}
      className={classNames('size-4 shrink-0 rounded-[4px] forced-color-adjust-none', className)}
    >
      {name !== undefined && <title>{name}</title>}
      <rect width="16" height="16" fill={mark.ground} />
      {mark.shapes}
    </svg>
  )
}
