import { ArrowRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useParams } from '../../lib/router/use-router.ts'
import { useDraft } from '../../lib/draft.ts'
import { formatWebsite } from '../../lib/format.ts'
import { useProject } from '../../lib/projects.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { StepAside } from './step-aside.tsx'
import { StepFrame } from './step-frame.tsx'
import type { Phase } from './use-website-reading.ts'
import { useWebsiteReading } from './use-website-reading.ts'

const NEXT = [
  'You correct what was read: the name of your business, and what it does.',
  'You say whom to look for, with suggestions.',
  'You see real posts that it would have caught, before you decide.',
  'The search starts, and leads appear while it runs.',
]

/** Step 1: the website, which creates the project and fills the next step. */
export function WebsiteStep() {
  const { projectId } = useParams()
  const navigate = useNavigate()
  const reading = useWebsiteReading(projectId ?? null)
  const { data: project } = useProject(reading.projectId)
  const draft = useDraft(`website:${reading.projectId ?? 'new'}`, project?.website ?? '')
  const [isMissing, setMissing] = useState(false)
  const { phase, problem } = reading

  async function submit() {
    const website = draft.value.trim()
    setMissing(website === '')
    if (website === '') return
    const id = await reading.start(website, draft.clear)
    if (id) goOn(id)
  }
  async function goOnWithoutWebsite() {
    const id = reading.projectId ?? (await reading.startWithoutWebsite())
    if (id) goOn(id)
  }
  function goOn(id: string) {
    void navigate(`/projects/new/${id}/step-2`)
  }
  const goOnByHand = () => void goOnWithoutWebsite()
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <StepFrame
        title="Enter your website"
        intro="Leadlight reads it once to describe your business and to suggest what to look for. You can correct everything."
        isUnsaved={reading.isUnsaved ?? false}
        aside={<StepAside title="What comes next" points={NEXT} />}
        actions={<NextActions phase={phase} hasWebsite={Boolean(project?.website)} onByHand={goOnByHand} />}
      >
        <WebsiteField
          value={draft.value}
          error={isMissing ? 'Enter an address, or go on without a website.' : phase === 'idle' ? problem : null}
          readOnly={isBusy(phase)}
          onChange={(website) => {
            setMissing(false)
            draft.set(website)
          }}
        />
        <ReadingStatus phase={phase} problem={problem} website={draft.value} onByHand={goOnByHand} />
      </StepFrame>
    </form>
  )
}

interface WebsiteFieldProps {
  value: string
  error: string | null
  readOnly: boolean
  onChange: (website: string) => void
}

/** The one field of the step, which has the focus from the start. */
function WebsiteField({ value, error, readOnly, onChange }: WebsiteFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <Field label="Website" hint="Such as netscope.example" error={error}>
      {(control) => (
        <Input
          {...control}
          ref={field}
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={2000}
          placeholder="https://"
          value={value}
          readOnly={readOnly}
          onChange={(event) => onChange(event.target.value)}
          className="h-11 text-l"
        />
      )}
    </Field>
  )
}

interface WaysOnProps {
  phase: Phase
  hasWebsite: boolean
  onByHand: () => void
}

/** Reading the site is the primary button until it has failed. */
function NextActions({ phase, hasWebsite, onByHand }: WaysOnProps) {
  if (phase === 'unreadable') {
    return (
      <>
        <Button type="submit">Try again</Button>
        <Button variant="primary" onClick={onByHand}>
          Continue by hand
          <ArrowRight aria-hidden="true" />
        </Button>
      </>
    )
  }
  return (
    <>
      {!isBusy(phase) && (
        <Button variant="quiet" onClick={onByHand}>
          {hasWebsite ? 'Go on without reading it' : 'I have no website'}
        </Button>
      )}
      <Button type="submit" variant="primary" busy={isBusy(phase)}>
        Read my website
        <ArrowRight aria-hidden="true" />
      </Button>
    </>
  )
}

interface ReadingStatusProps {
  phase: Phase
  problem: string | null
  website: string
  onByHand: () => void
}

function ReadingStatus({ phase, problem, website, onByHand }: ReadingStatusProps) {
  if (phase === 'reading') {
    return (
      <div className="flex flex-wrap items-center gap-2.5 text-ink-2">
        <Spinner className="text-accent" />
        <output className="min-w-0 flex-1 wrap-anywhere">Reading {formatWebsite(website.trim())}…</output>
        <Button size="s" onClick={onByHand}>
          Continue by hand
        </Button>
      </div>
    )
  }
  if (phase !== 'unreadable') return null
  return (
    <Notice tone="warning">
      <b className="font-semibold">The website could not be read.</b> {problem} The address is saved.
    </Notice>
  )
}

function isBusy(phase: Phase): boolean {
  return phase === 'saving' || phase === 'reading'
}
