import { STATUS_COLORS } from '@leadlight/domain/statuses'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, ProjectItemParams, ProjectParams, name, whole } from './shapes.ts'

export const Status = z.object({
  id: Id,
  name: z.string(),
  color: z.enum(STATUS_COLORS),
  /** 0-based; statuses are listed in this order. */
  position: z.number().int(),
})
export type Status = z.infer<typeof Status>

const leadBase = '/api/v1/lead-status-configs/project/{projectId}'
const prospectBase = '/api/v1/prospects/prospect-lead-status-configs/project/{projectId}'

function list(endpointName: string, path: string, whose: string) {
  return endpoint({
    name: endpointName,
    method: 'GET',
    path,
    summary: `The statuses of the project's ${whose}, in their order.`,
    access: 'lead.read',
    params: ProjectParams,
    reply: z.array(Status),
    errors: ['project_not_found'],
    mayBeKept: true,
  })
}

function create(endpointName: string, path: string, whose: string) {
  return endpoint({
    name: endpointName,
    method: 'POST',
    path,
    summary: `Adds a status for ${whose}, after the others.`,
    access: 'status.write',
    params: ProjectParams,
    body: z.object({ name: name(60), color: z.enum(STATUS_COLORS).optional() }),
    reply: Status,
    status: 201,
    errors: ['project_not_found', 'status_name_taken', 'status_limit_reached'],
    audit: ['color'],
    tells: 'statuses',
  })
}

function update(endpointName: string, path: string, whose: string) {
  return endpoint({
    name: endpointName,
    method: 'PATCH',
    path: `${path}/status/{id}`,
    summary: `Renames or recolours a status of ${whose}.`,
    access: 'status.write',
    params: ProjectItemParams,
    body: z.object({ name: name(60), color: z.enum(STATUS_COLORS) }).partial(),
    reply: Status,
    errors: ['project_not_found', 'status_not_found', 'status_name_taken'],
    audit: ['color'],
    tells: 'statuses',
  })
}

function remove(endpointName: string, path: string, whose: string) {
  return endpoint({
    name: endpointName,
    method: 'DELETE',
    path: `${path}/status/{id}`,
    summary: `Deletes a status of ${whose}; those that have it are left without one.`,
    access: 'status.write',
    params: ProjectItemParams,
    errors: ['project_not_found', 'status_not_found'],
    tells: 'statuses',
  })
}

export const listLeadStatuses = list('listLeadStatuses', leadBase, 'leads')
export const createLeadStatus = create('createLeadStatus', leadBase, 'leads')
export const updateLeadStatus = update('updateLeadStatus', leadBase, 'leads')
export const deleteLeadStatus = remove('deleteLeadStatus', leadBase, 'leads')

export const listProspectStatuses = list('listProspectStatuses', prospectBase, 'people and companies')
export const createProspectStatus = create('createProspectStatus', prospectBase, 'people and companies')
export const updateProspectStatus = update('updateProspectStatus', prospectBase, 'people and companies')
export const deleteProspectStatus = remove('deleteProspectStatus', prospectBase, 'people and companies')

export const moveStatus = endpoint({
  name: 'moveStatus',
  method: 'PATCH',
  path: `${leadBase}/status/{id}/position`,
  summary: 'Moves a status, of leads or of prospects, to another place; answers its set in the new order.',
  access: 'status.write',
  params: ProjectItemParams,
  query: z.object({ new_position: whole(0, 1000) }),
  reply: z.array(Status),
  errors: ['project_not_found', 'status_not_found'],
  tells: 'statuses',
})
