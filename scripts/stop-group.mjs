/** Ends a process that was started `detached`, except on Windows, with all that it started; one that has ended stays so. */
export function stopGroup(child) {
  try {
    if (process.platform === 'win32') child.kill()
    else process.kill(-child.pid, 'SIGTERM')
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}
