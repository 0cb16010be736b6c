import type { BusinessInfo, Project } from '@leadlight/contract/projects'
import { defaultProjectName } from '@leadlight/domain/projects'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from '../../lib/router/use-router.ts'
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
  /** The URL of an existing project could not be saved; the specification wants no message for it. */
  isUnsaved?: boolean
}

/** Saves the website's URL, creating the project if there is none, and reads the site for a proposal. */
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
    // Now the page's URL names the project, so neither a reload nor going back creates a second one.
    await navigate(`/projects/new/${project.id}/step-1`, { replace: true })
    return project.id
  }

  async function save(website: string): Promise<string> {
    if (!projectId) return create(website)
    await update({ website, ...nameWith(project, website) })
    return projectId
  }

  /** Returns the project once its site has filled the next step; null if that, or saving the URL, failed. */
  async function start(website: string, onSaved: () => void): Promise<string | null> {
    setState({ phase: 'saving', problem: null })
    let id: string
    try {
      id = await save(website)
    } catch (error) {
      // An invalid URL is still reported: the input is wrong, not the update.
      const isUnsaved = projectId !== null && codeOf(error) !== 'website_invalid'
      setState({ phase: 'idle', problem: isUnsaved ? null : messageOf(error), isUnsaved })
      return null
    }
    // Before the site is read: input after a failure is a correction, and is kept.
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

/** A name derived from the URL changes with it: otherwise a typo would name the project for good. */
function nameWith(project: Project | undefined, website: string): { name?: string } {
  if (!project || project.name !== defaultProjectName(project.website)) return {}
  const address = /^https?:\/\//iu.test(website) ? website : `https://${website}`
  return URL.canParse(address) ? { name: defaultProjectName(new URL(address).href) } : {}
}
