import type { ListedProject as WireListedProject, Project as WireProject } from '@leadlight/contract/projects'
import type { CountedProject } from './get-project.ts'
import type { ListedProject } from './list-projects.ts'

export function presentProject({ project, unreadCount }: CountedProject): WireProject {
  return {
    id: project.id,
    organization_id: project.organizationId,
    name: project.name,
    website: project.website,
    business_name: project.businessName,
    business_description: project.businessDescription,
    purpose: project.purpose,
    writing: project.writing,
    unread_count: unreadCount,
    created_at: project.createdAt.toISOString(),
    updated_at: project.updatedAt.toISOString(),
  }
}

export function presentListedProject({ leadsByDay, ...counted }: ListedProject): WireListedProject {
  return { ...presentProject(counted), ...(leadsByDay && { leads_by_day: leadsByDay }) }
}
