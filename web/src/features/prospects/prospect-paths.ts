export function peoplePath(projectId: string): string {
  return `/projects/${projectId}/prospects/people`
}

export function companiesPath(projectId: string): string {
  return `/projects/${projectId}/prospects/companies`
}

export function personPath(projectId: string, id: string): string {
  return `${peoplePath(projectId)}/${id}`
}

export function companyPath(projectId: string, id: string): string {
  return `${companiesPath(projectId)}/${id}`
}

export function leadPath(projectId: string, id: string): string {
  return `/projects/${projectId}/posts/${id}`
}
