import { platformName } from '../../lib/platforms.ts'
import { PlatformMark } from '../../ui/platform-mark.tsx'

const PLATFORMS_MAX = 4

/** The marks of the platforms they write on; their names are in the tooltip. */
export function Platforms({ platforms }: { platforms: readonly string[] }) {
  const more = platforms.length - PLATFORMS_MAX
  return (
    <span className="flex min-w-0 items-center gap-1" title={platforms.map(platformName).join(', ')}>
      {platforms.slice(0, PLATFORMS_MAX).map((platform) => (
        <PlatformMark key={platform} platform={platform} />
      ))}
      {more > 0 && (
        <span aria-hidden="true" className="num text-xs text-ink-3">
          +{more}
        </span>
      )}
      <span className="sr-only">{platforms.map(platformName).join(', ')}</span>
    </span>
  )
}
