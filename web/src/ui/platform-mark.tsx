import { Rss } from 'lucide-react'
import { classNames } from './class-names.ts'

const LETTERS: Readonly<Record<string, string>> = {
  hacker_news: 'Y',
  stack_exchange: 'SE',
  github: 'GH',
  reddit: 'R',
  mastodon: 'M',
  bluesky: 'B',
  lemmy: 'L',
  discourse: 'D',
  dev: 'DEV',
  youtube: 'YT',
  x: 'X',
  product_hunt: 'PH',
}

/** A small mark for a post's platform. Decorative: the name is beside it. */
export function PlatformMark({ platform, className }: { platform: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid h-4 min-w-4 shrink-0 place-items-center rounded-[4px] border border-line-strong bg-bg px-0.5 text-[9px] leading-none font-bold text-ink-2 [&_svg]:size-2.5',
        className,
      )}
    >
      {platform === 'feed' ? <Rss strokeWidth={2.6} /> : (LETTERS[platform] ?? platform.slice(0, 1).toUpperCase())}
    </span>
  )
}
