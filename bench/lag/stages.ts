import type { Pool } from 'pg'

/** Where the time of a lead went, in milliseconds at the median and the 99th percentile. */
export interface Stages {
  /** From sending the post until it was read, matched and about to be written. */
  matched: [number, number]
  /** From there until its verdict was about to be written. */
  judged: [number, number]
  /** From there until its lead's event was about to be committed. */
  recorded: [number, number]
  /** From there until the event arrived on the stream. */
  received: [number, number]
}

/** When a post was sent and its lead arrived, in milliseconds since 1970. */
export interface Journey {
  rkey: string
  projectId: string
  sentAt: number
  receivedAt: number
}

/** The product's own record of these leads, from the instants in its rows. `pool` must be a superuser's. */
export async function readStages(pool: Pool, journeys: readonly Journey[]): Promise<Stages> {
  const { rows } = await pool.query<{ rkey: string; matched: Date; judged: Date; recorded: Date }>(
    `select said.rkey, min(candidate.arrived_at) as matched, min(judgement.judged_at) as judged, min(event.created_at) as recorded
    from unnest($1::text[], $2::uuid[]) as said (rkey, project_id)
    join post on post.external_id = 'at://did:plc:madeup/app.bsky.feed.post/' || said.rkey
    join lead on lead.post_id = post.id and lead.project_id = said.project_id
    join monitor_candidate candidate on candidate.post_id = post.id and candidate.project_id = said.project_id
    join judgement on judgement.post_id = post.id and judgement.intent_signal_id = candidate.intent_signal_id
    join event on event.project_id = said.project_id and event.payload -> 'lead_ids' ? lead.id::text
    group by said.rkey`,
    [journeys.map(({ rkey }) => rkey), journeys.map(({ projectId }) => projectId)],
  )
  const noted = new Map(rows.map((row) => [row.rkey, row]))
  const parts = journeys.flatMap(({ rkey, sentAt, receivedAt }) => {
    const row = noted.get(rkey)
    if (!row) return []
    const [matched, judged, recorded] = [row.matched.getTime(), row.judged.getTime(), row.recorded.getTime()]
    return [
      {
        matched: matched - sentAt,
        judged: judged - matched,
        recorded: recorded - judged,
        received: receivedAt - recorded,
      },
    ]
  })
  const of = (stage: keyof Stages): [number, number] => {
    const took = parts.map((part) => part[stage]).toSorted((a, b) => a - b)
    return [percentile(took, 0.5), percentile(took, 0.99)]
  }
  return { matched: of('matched'), judged: of('judged'), recorded: of('recorded'), received: of('received') }
}

export function percentile(sorted: readonly number[], share: number): number {
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN) * 10) / 10
}
