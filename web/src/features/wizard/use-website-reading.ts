import type { BusinessInfo, Project } from '@leadlight/contract/projects'
import { defaultProjectName } from '@leadlight/domain/projects'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSWRConfig } from 'swr'
import { brainstormBusinessInfo, createProject } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { useProject, useUpdateProject } from '../../lib/projects.ts'
import { codeOf, messageOf } from '../../lib/request-error.ts'
import { saveProposal } from './business-proposal.ts'

export type Phase = 'idle' | 'saving' | 'reading' | 'unreadable'

interface Reading {
  phase: Phase
  problem: string | null
  /** The address of a project that is there could not be saved, of which the specification wants no message. */
  isUnsaved?: boolean
}

/** Saves the website's address, in a new project where there is none yet, and reads the site for a proposal. */
export function useWebsiteReading(routeProjectId: string | null) {
  const { mutate } = useSWRConfig()
  const navigate = useNavigate()
  const [state, setState] = useState<Reading>({ phase: 'idle', problem: null })
  const [createdId, setCreatedId] = useState<string | null>(null)
  const projectId = routeProjectId ?? createdId
  const { data: project } = useProject(projectId)
  const update = useUpdateProject(projectId ?? '')
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])

  async function create(website?: string): Promise<string> {
    const project = await call(createProject, { body: website ? { website } : {} })
    await mutate(keys.project(project.id), project, { revalidate: false })
    await mutate(keys.projects, (projects: Project[] | undefined) => [...(projects ?? []), project], {
      revalidate: false,
    })
    setCreatedId(project.id)
    // From here on the address names the project, so that neither reloading nor going back makes a second one.
    await navigate(`/projects/new/${project.id}/step-1`, { replace: true })
    return project.id
  }

  async function save(website: string): Promise<string> {
    if (!projectId) return create(website)
    await update({ website, ...nameWith(project, website) })
    return projectId
  }

  /** Answers the project once its site has filled the next step; null where that, or saving the address, did not work. */
  async function start(website: string, onSaved: () => void): Promise<string | null> {
    setState({ phase: 'saving', problem: null })
    let id: string
    try {
      id = await save(website)
    } catch (error) {
      // What is no address is still said: it is what was typed that fails, not the update.
      const isUnsaved = projectId !== null && codeOf(error) !== 'website_invalid'
      setState({ phase: 'idle', problem: isUnsaved ? null : messageOf(error), isUnsaved })
      return null
    }
    // Before the site is read: what is typed once that has failed is a correction, to be kept.
    onSaved()
    setState({ phase: 'reading', problem: null })
    const reading = new AbortController()
    stop.current = reading
    try {
      const info: BusinessInfo = await call(brainstormBusinessInfo, { params: { id }, signal: reading.signal })
      saveProposal(id, website, info)
      return id
    } catch (error) {
      if (!reading.signal.aborted) setState({ phase: 'unreadable', problem: messageOf(error) })
      return null
    }
  }

  async function startWithoutWebsite(): Promise<string | null> {
    setState({ phase: 'saving', problem: null })
    try {
      return await create()
    } catch (error) {
      setState({ phase: 'idle', problem: messageOf(error) })
      return null
    }
  }
  return { ...state, projectId, start, startWithoutWebsite }
}

/** A name that came from the address goes along with it: a mistyped one would name the project for good. */
function nameWith(project: Project | undefined, website: string): { name?: string } {
  if (!project || project.name !== defaultProjectName(project.website)) return {}
  const address = /^https?:\/\//iu.test(website) ? website : `https://${website}`
  return URL.canParse(address) ? { name: defaultProjectName(new URL(address).href) } : {}
}
