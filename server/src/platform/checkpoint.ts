/** Called at a named point between two steps of a job. Tests stop a worker there; nothing else listens. */
export type Checkpoint = (name: string) => Promise<void>
