import { startDouble } from './doubles/double-server.ts'
import { startSlackDouble, type SlackDouble } from './doubles/slack/slack-double.ts'
import { startSmtpDouble } from './doubles/smtp-double.ts'

/** The ways a lead is sent outside. */
export const WAYS = ['webhook', 'mail', 'slack'] as const
export type Way = (typeof WAYS)[number]

/** How far a delivery has come: arrived and not acknowledged, or acknowledged. */
export type Stage = 'request' | 'whole' | 'taken' | 'posted'

/** A lead as it arrived, and under which id. */
export interface ReceivedDelivery {
  lead: string
  id: string
}

/** The receivers outside. */
export interface Receivers {
  /** The environment a worker needs to reach them. */
  environment: Record<string, string>
  slack: SlackDouble
  webhookUrl: string
  received(way: Way): ReceivedDelivery[]
  /** How many leads Slack was told of, including those that a message only counts. */
  countedBySlack(): number
  close(): Promise<void>
}

/** A webhook's receiver, a mail server and a Slack. Each delays its acknowledgement until `onStage` has ended. */
export async function startReceivers(onStage: (stage: Stage) => Promise<void>): Promise<Receivers> {
  const webhooks: ReceivedDelivery[] = []
  const receiver = await startDouble(async ({ headers, body }) => {
    const { data } = JSON.parse(body) as { data: { lead: { id: string } } }
    webhooks.push({ lead: data.lead.id, id: String(headers['webhook-id']) })
    await onStage('request')
    return { body: 'thanks' }
  })
  const smtp = await startSmtpDouble({ onStage })
  const slack = await startSlackDouble({ onPost: () => onStage('posted') })
  const messages = () =>
    slack.teams.flatMap(({ channels }) => [...channels.values()]).flatMap((channel) => channel.messages)
  const heard: Record<Way, () => ReceivedDelivery[]> = {
    webhook: () => webhooks,
    mail: () => smtp.mails.flatMap(({ headers, body }) => leadsIn(body, headers.get('message-id') ?? '')),
    slack: () =>
      messages().flatMap(({ blocks, metadata }) => leadsIn(JSON.stringify(blocks), metadata?.event_payload.id ?? '')),
  }
  return {
    environment: {
      ...slack.environment,
      SMTP_URL: smtp.url,
      OUTBOUND_ALLOW: receiver.hostAndPort,
      JETSTREAM_URL: 'off',
      PUBLIC_URL: 'https://leads.example.com',
    },
    slack,
    webhookUrl: `${receiver.url}/hook`,
    received: (way) => heard[way](),
    countedBySlack() {
      const counts = new Map<string, number>()
      for (const { text, metadata } of messages()) {
        const id = metadata?.event_payload.id ?? ''
        const count = Number(/^(\d+) new leads?\b/.exec(text)?.[1] ?? 1)
        counts.set(id, Math.max(count, counts.get(id) ?? 0))
      }
      return [...counts.values()].reduce((sum, count) => sum + count, 0)
    },
    async close() {
      await slack.close()
      await smtp.close()
      await receiver.close()
    },
  }
}

/** The leads that a text links to. */
function leadsIn(text: string, id: string): ReceivedDelivery[] {
  const leads = new Set([...text.matchAll(/\/posts\/([0-9a-f-]{36})/g)].map(([, lead = '']) => lead))
  return [...leads].map((lead) => ({ lead, id }))
}
