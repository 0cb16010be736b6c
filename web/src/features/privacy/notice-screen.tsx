import type { Notice } from '@leadlight/contract/privacy'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useSearchParams } from '../../lib/router/use-search-params.ts'
import { objectToNotice, readNotice } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { formatDate } from '../../lib/format.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { platformName } from '../../lib/platforms.ts'
import { hasStatus, messageOf } from '../../lib/request-error.ts'
import { useOnce } from '../../lib/use-once.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Notice as Message } from '../../ui/notice.tsx'
import { ScreenCard } from '../../ui/screen-card.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'

const TITLE = 'What is held of you'

/** For somebody who was written to: which post led there, what is held of them, and one press to object. */
export function NoticeScreen() {
  usePageTitle(TITLE)
  const [params] = useSearchParams()
  const token = params.get('t') ?? ''
  const outcome = useOnce(read, token)
  const [after, setAfter] = useState<Notice | null>(null)
  if (outcome.state === 'pending') {
    return (
      <ScreenCard title={TITLE}>
        <SkeletonGroup label="Loading what is held of you" className="grid gap-3">
          <Skeleton className="h-24 w-full" />
          <Skeleton className="h-10 w-full" />
        </SkeletonGroup>
      </ScreenCard>
    )
  }
  if (outcome.state === 'failed') {
    return (
      <ScreenCard title={TITLE}>
        <Message tone="bad">{messageOf(outcome.error)}</Message>
        {!hasStatus(outcome.error, 404) && <Button onClick={outcome.again}>Try again</Button>}
      </ScreenCard>
    )
  }
  const notice = after ?? outcome.value
  if (notice.objected_at !== null) return <Objected notice={notice} objectedAt={notice.objected_at} />
  return <Held notice={notice} token={token} onObjected={setAfter} />
}

function read(token: string): Promise<Notice> {
  return call(readNotice, { query: { t: token } })
}

interface HeldProps {
  notice: Notice
  token: string
  onObjected: (notice: Notice) => void
}

function Held({ notice, token, onObjected }: HeldProps) {
  const { organization_name: holder, contact, post } = notice
  if (post === null) {
    return (
      <ScreenCard title={TITLE}>
        <Message>{holder} holds nothing for this post any more. It may still hold others of yours.</Message>
        <Contact notice={notice} />
        <Objection holder={holder} token={token} onObjected={onObjected} />
      </ScreenCard>
    )
  }
  return (
    <ScreenCard
      width="l"
      title={TITLE}
      subtitle={`${holder} looks for people who ask in public for what it offers, and found your post.`}
    >
      <dl className="grid gap-4">
        <Fact name="The post">
          <a href={post.url} target="_blank" rel="noopener noreferrer nofollow" className="link">
            {post.url}
          </a>
          <br />
          On {platformName(post.platform)}, {formatDate(post.posted_at)}
        </Fact>
        <Fact name="Who holds it">
          {holder}
          {contact !== null && `, ${contact}`}
        </Fact>
        <Fact name="What is held">
          This post and others of yours that fit; the name, handle and profile address that they give; what your public
          profile says, if it was read; and what people at {holder} noted or drafted.
        </Fact>
        <Fact name="For how long">As long as the post stands where you wrote it, or until you object.</Fact>
      </dl>
      <Objection holder={holder} token={token} onObjected={onObjected} />
    </ScreenCard>
  )
}

function Objection({ holder, token, onObjected }: Pick<HeldProps, 'token' | 'onObjected'> & { holder: string }) {
  const { onSubmit, busy, failure } = useSubmit(async () => {
    onObjected(await call(objectToNotice, { query: { t: token } }))
  })
  return (
    <form onSubmit={onSubmit} className="grid gap-3 border-t pt-5">
      <p className="text-ink-2">
        If you object, all that is held of you is erased within a minute, from every project of {holder}, and what you
        write later is not collected for them. You need to give no reason.
      </p>
      {failure !== null && <Message tone="bad">{messageOf(failure)}</Message>}
      <Button type="submit" variant="primary" size="l" busy={busy} className="justify-self-start">
        I object: erase this
      </Button>
    </form>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-medium">{name}</dt>
      <dd className="wrap-anywhere text-ink-2">{children}</dd>
    </div>
  )
}

function Objected({ notice, objectedAt }: { notice: Notice; objectedAt: string }) {
  return (
    <ScreenCard title={TITLE}>
      <Message tone="good">
        You objected on {formatDate(objectedAt)}. {notice.organization_name} erases what it held of you, and what you
        write is not collected for it again.
      </Message>
      <Contact notice={notice} />
    </ScreenCard>
  )
}

function Contact({ notice: { organization_name: holder, contact } }: { notice: Notice }) {
  if (contact === null) return null
  return (
    <p className="wrap-anywhere text-ink-2">
      Whom to ask at {holder}: {contact}
    </p>
  )
}
