import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Textarea } from '../../ui/textarea.tsx'

const SAMPLES_MAX = 5
const SAMPLE_CHARACTERS_MAX = 3000

interface WritingSamplesProps {
  samples: readonly string[]
  onChange: (samples: string[]) => void
  disabled: boolean
}

/** Up to five of the user's own answers as style samples, each editable and removable. */
export function WritingSamples({ samples, onChange, disabled }: WritingSamplesProps) {
  const list = useRef<HTMLOListElement>(null)
  const count = useRef(samples.length)
  useEffect(() => {
    // Focuses a new sample.
    if (samples.length > count.current) list.current?.lastElementChild?.querySelector('textarea')?.focus()
    count.current = samples.length
  }, [samples.length])
  return (
    <section aria-labelledby="samples" className="grid gap-2.5">
      <div>
        <h3 id="samples" className="text-s font-medium text-ink-2">
          Samples of your own writing
        </h3>
        <p className="mt-0.5 text-s text-ink-3">
          Answers you gave and liked. Drafts take up how they sound, not what they say. Two or three are enough.
        </p>
      </div>
      {samples.length > 0 && (
        <ol ref={list} className="grid gap-2.5">
          {samples.map((sample, index) => (
            <li key={index} className="relative">
              <Textarea
                aria-label={`Sample ${index + 1}`}
                placeholder="We had the same with about 300 hosts. What helped was…"
                rows={4}
                value={sample}
                onChange={(event) => onChange(samples.with(index, event.target.value))}
                maxLength={SAMPLE_CHARACTERS_MAX}
                disabled={disabled}
                className="pr-11"
              />
              {sample.length >= SAMPLE_CHARACTERS_MAX && (
                <p className="text-s text-ink-3">This is as long as a sample can be: 3,000 characters.</p>
              )}
              {!disabled && (
                <IconButton
                  label={`Remove sample ${index + 1}`}
                  size="s"
                  className="absolute top-1.5 right-1.5"
                  onClick={() => onChange(samples.toSpliced(index, 1))}
                >
                  <Trash2 aria-hidden="true" />
                </IconButton>
              )}
            </li>
          ))}
        </ol>
      )}
      {samples.length === 0 && disabled && <p className="text-ink-3">There are none.</p>}
      {!disabled && samples.length < SAMPLES_MAX && (
        <Button className="justify-self-start" onClick={() => onChange([...samples, ''])}>
          <Plus aria-hidden="true" />
          {samples.length === 0 ? 'Add a sample' : 'Add another'}
        </Button>
      )}
    </section>
  )
}
