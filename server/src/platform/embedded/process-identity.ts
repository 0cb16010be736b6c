import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Tells one process from every other that ever had, or will have, its number. */
export interface ProcessIdentity {
  pid: number
  /** When the process began, in the system's own words; undefined where the system does not tell. */
  startedAt: string | undefined
  host: string
  /** Changes with every start of the machine. */
  bootId: string | undefined
  /** The namespace that `pid` belongs to: containers have their own. */
  pidNamespace: string | undefined
}

export function ownIdentity(): ProcessIdentity {
  return {
    pid: process.pid,
    startedAt: findProcessStart(process.pid),
    host: hostname(),
    bootId: readIfThere('/proc/sys/kernel/random/boot_id'),
    pidNamespace: findPidNamespace(),
  }
}

/** When process `pid` of this machine began; undefined when there is none, or the system does not tell. */
export function findProcessStart(pid: number): string | undefined {
  if (process.platform === 'linux') {
    const stat = readIfThere(`/proc/${pid}/stat`)
    // The name, second and in brackets, may hold spaces; the start is the 22nd field, in ticks since boot.
    return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  }
  if (process.platform === 'win32') return undefined
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
  } catch {
    return undefined
  }
}

/** Whether a process of this machine and namespace has that pid now, also one of another user. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function findPidNamespace(): string | undefined {
  try {
    return process.platform === 'linux' ? readlinkSync('/proc/self/ns/pid') : 'machine'
  } catch {
    return undefined
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}
