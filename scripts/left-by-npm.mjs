import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/**
 * A function that says whether the npm that runs this script has ended; undefined where none does. npm may end by a
 * signal that neither it nor the shell between passes on, and nobody would look after what they started.
 */
export function watchNpm({ env = process.env, own = process, look = lookAt } = {}) {
  const script = env.npm_lifecycle_script
  if (script === undefined || own.platform === 'win32') return undefined
  const parent = look(own.ppid)
  // Some shells become the command that they are to run, others wait for it.
  const isShell = parent?.command.includes(script) ?? false
  const [child, npm] = isShell ? [own.ppid, parent.ppid] : [undefined, own.ppid]
  return () => (child === undefined ? own.ppid : look(child)?.ppid) !== npm
}

/** Whose child a process is, and its command line; undefined where there is none. */
function lookAt(pid) {
  if (existsSync('/proc/self/status')) {
    try {
      const [, ppid] = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
      return { ppid: Number(ppid), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') }
    } catch (error) {
      if (error.code === 'ENOENT' || error.code === 'ESRCH') return undefined
      throw error
    }
  }
  try {
    const [, ppid, command] = /^\s*(\d+)\s+(.*)/.exec(
      execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' }),
    )
    return { ppid: Number(ppid), command }
  } catch (error) {
    if (error.status === 1) return undefined
    throw error
  }
}
