import * as contract from '@leadlight/contract/slack'
import { AppError } from '../../platform/errors.ts'
import { serve, servePublic, serveSignedIn, type App } from '../../platform/http.ts'
import { beginConnecting } from './begin-connecting.ts'
import { changeConfig, createConfig, removeConfig } from './change-configs.ts'
import { disconnect } from './disconnect.ts'
import { finishConnecting } from './finish-connecting.ts'
import { getConnection } from './get-connection.ts'
import { listChannels } from './list-channels.ts'
import { listConfigs } from './list-configs.ts'
import { receiveEvent } from './receive-event.ts'
import { receiveInteraction } from './receive-interaction.ts'
import { sendTest } from './send-test.ts'
import { setDefaultChannel } from './set-default-channel.ts'
import type { SlackCallDependencies } from './slack-dependencies.ts'

export function slackRoutes(app: App, deps: SlackCallDependencies): void {
  serve(app, contract.getSlackConnection, ({ actor, params }) => getConnection(deps, actor, params.projectId))
  serve(app, contract.connectSlack, async ({ actor, params }) => {
    return { authorization_url: await beginConnecting(deps, actor, params.projectId) }
  })
  serveSignedIn(app, contract.finishSlackConnection, async ({ caller, query }) => {
    if (!caller.membership) throw new AppError('bad_request', 'slack_state_invalid', 'You are in no organization.')
    const actor = { userId: caller.userId, ...caller.membership, projectIds: 'all' as const }
    const { projectId, teamName } = await finishConnecting(deps, actor, query)
    return { project_id: projectId, team_name: teamName }
  })
  serve(app, contract.disconnectSlack, async ({ actor, params }) => {
    await disconnect(deps, actor, params.projectId)
    return undefined
  })
  serve(app, contract.listSlackChannels, ({ actor, params, query }) =>
    listChannels(deps, actor, { ...params, ...query }),
  )
  serve(app, contract.setSlackDefaultChannel, ({ actor, params, query }) =>
    setDefaultChannel(deps, actor, { ...params, channelId: query.channel_id, channelName: query.channel_name }),
  )
  serve(app, contract.sendSlackTest, ({ actor, params, body, idempotencyKey }) =>
    sendTest(deps, actor, { ...params, channelId: body.channel_id, idempotencyKey }),
  )
  serve(app, contract.listSlackChannelConfigs, ({ actor, params }) => listConfigs(deps, actor, params.projectId))
  serve(app, contract.createSlackChannelConfig, ({ actor, params, body }) =>
    createConfig(deps, actor, { ...params, ...body }),
  )
  serve(app, contract.updateSlackChannelConfig, ({ actor, params, body }) =>
    changeConfig(deps, actor, { ...params, ...body }),
  )
  serve(app, contract.deleteSlackChannelConfig, async ({ actor, params }) => {
    await removeConfig(deps, actor, params)
    return undefined
  })
  servePublic(app, contract.receiveSlackInteraction, async ({ bodyText, header, body }) => {
    await receiveInteraction(deps, { bodyText, header }, body.payload)
    return undefined
  })
  servePublic(app, contract.receiveSlackEvent, ({ bodyText, header, body }) =>
    receiveEvent(deps, { bodyText, header }, body),
  )
}
