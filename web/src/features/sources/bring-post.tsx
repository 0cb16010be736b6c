import type { BroughtPost } from '@leadlight/contract/by-hand'
import { POST_BY_HAND_MAX } from '@leadlight/domain/by-hand'
import { useState } from 'react'
import { bringPosts } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { formatCount } from '../../lib/format.ts'
import { useJudgingPrice } from '../../lib/judging-price.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Link } from '../../lib/router/link.tsx'
import { useSubmit } from '../../lib/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Textarea } from '../../ui/textarea.tsx'

export interface PostToBring {
  url: string
  text: string
  author: string
}

interface BringPostProps {
  projectId: string
  /** What the fields begin with. */
  start?: PostToBring
  /** Once it is known what became of the post. */
  onJudged?: () => void
}

const EMPTY: PostToBring = { url: '', text: '', author: '' }

/** Brings in one post that somebody has read where Leadlight does not look, and says at once what became of it. */
export function BringPost({ projectId, start = EMPTY, onJudged }: BringPostProps) {
  const [post, setPost] = useState(start)
  const [outcome, setOutcome] = useState<BroughtPost | null>(null)
  const { onSubmit, busy, failure } = useSubmit(async () => {
    setOutcome(null)
    const { items } = await call(bringPosts, { params: { projectId }, body: { items: [itemOf(post)] } })
    setOutcome(items[0] ?? null)
    setPost(EMPTY)
    onJudged?.()
  })
  const price = useJudgingPrice()
  function change(part: Partial<PostToBring>) {
    // What was said of the former post must not stand below the next.
    setOutcome(null)
    setPost((before) => ({ ...before, ...part }))
  }
  return (
    <form onSubmit={onSubmit} className="grid gap-2.5">
      <Field label="Address of the post">
        {(control) => (
          <Input
            {...control}
            inputMode="url"
            value={post.url}
            onChange={(event) => change({ url: event.target.value })}
            placeholder="https://www.linkedin.com/posts/…"
            maxLength={2000}
            autoComplete="off"
          />
        )}
      </Field>
      <Field label="Its words">
        {(control) => (
          <Textarea
            {...control}
            rows={4}
            value={post.text}
            onChange={(event) => change({ text: event.target.value })}
            maxLength={POST_BY_HAND_MAX}
          />
        )}
      </Field>
      <Field label="Who wrote it, if you like" hint={price && price.most > 0 ? sayPrice(price) : undefined}>
        {(control) => (
          <Input
            {...control}
            value={post.author}
            onChange={(event) => change({ author: event.target.value })}
            maxLength={200}
            autoComplete="off"
          />
        )}
      </Field>
      {failure !== null && <Notice tone="bad">{messageOf(failure)}</Notice>}
      {/* Announced as soon as it is there. */}
      <output>{outcome && <Outcome outcome={outcome} projectId={projectId} />}</output>
      <Button
        type="submit"
        busy={busy}
        disabled={post.url.trim() === '' || post.text.trim() === ''}
        className="justify-self-start"
      >
        Judge it
      </Button>
    </form>
  )
}

function sayPrice({ most, isAtMost }: { most: number; isAtMost: boolean }): string {
  const each = `${isAtMost ? 'at most ' : ''}${formatCount(most, 'credit', 'credits')}`
  return `Judging costs ${each} for each signal that the post is near.`
}

function itemOf({ url, text, author }: PostToBring) {
  const address = url.trim()
  return {
    url: /^[a-z]+:/iu.test(address) ? address : `https://${address}`,
    text,
    ...(author.trim() !== '' && { author }),
  }
}

const SAID = { lead: 'It is a lead.', passed_over: 'It is no lead.', duplicate: '' } as const

function Outcome({ outcome, projectId }: { outcome: BroughtPost; projectId: string }) {
  const { state, lead_id: leadId, why } = outcome
  return (
    <Notice
      tone={state === 'lead' ? 'good' : 'info'}
      action={
        leadId !== null && (
          <Link to={`/projects/${projectId}/posts/${leadId}`} className="font-medium underline">
            Open the lead
          </Link>
        )
      }
    >
      {`${SAID[state]} ${why}`.trim()}
    </Notice>
  )
}
