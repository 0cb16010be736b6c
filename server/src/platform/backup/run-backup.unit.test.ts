import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, Socket, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '../clock.ts'
import { silentLog } from '../log.ts'
import { runBackup } from './run-backup.ts'

test('a backup does not wait for ever for a server that takes the connection and says nothing', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadlight-unanswered-'))
  const held: Socket[] = []
  const server = createServer((socket) => held.push(socket))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive')
  onTestFinished(() => {
    keepAlive.mockRestore()
    for (const socket of held) socket.destroy()
    server.close()
    rmSync(dataDir, { recursive: true })
  })
  const databaseUrl = `postgresql://nobody@127.0.0.1:${(server.address() as AddressInfo).port}/none`
  const source = { databaseUrl, databaseDirectUrl: undefined, dataDir, log: silentLog, clock: systemClock }
  await expect(runBackup(source, undefined)).rejects.toThrow('timeout')
  // So that a server which is gone without a word is noticed later, too.
  expect(keepAlive).toHaveBeenCalledWith(true, expect.anything())
  expect(readdirSync(join(dataDir, 'backups'))).toEqual([])
})
