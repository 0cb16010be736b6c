import type { Lead } from '@leadlight/contract/leads'
import { Fragment } from 'react'
import { formatMoment } from '../../lib/format.ts'
import { platformName } from '../../lib/platforms.ts'

type Duplicate = Lead['other_places'][number]

/** Links to the same post elsewhere: all are one lead. */
export function Duplicates({ duplicates }: { duplicates: readonly Duplicate[] }) {
  if (duplicates.length === 0) return null
  return (
    <p className="border-t pt-2 text-s text-ink-2">
      Also posted{' '}
      {duplicates.map((place, at) => (
        <Fragment key={place.url}>
          {at > 0 && (at === duplicates.length - 1 ? ' and ' : ', ')}
          {place.community === null ? 'on ' : 'in '}
          <a
            href={place.url}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="link wrap-anywhere"
            title={[place.author, formatMoment(place.posted_at)].filter((part) => part !== null).join(', ')}
          >
            {place.community ?? platformName(place.platform)}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </Fragment>
      ))}
      .
    </p>
  )
}
