import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@redis/client'
import { findFreePort } from 'local-cloud/testing/ports'
import { ensureProgram } from '../../scripts/lib/packages.ts'

/** A separate Redis server without persistence. */
export type Redis = {
  url: string
  /** Kills the server with SIGKILL. */
  kill(): Promise<void>
  /** Starts the server again on the same port. */
  restart(): Promise<void>
  /** Suspends or resumes the server. While it is suspended, connections stay open, and requests get no response. */
  setSuspended(isSuspended: boolean): void
  close(): Promise<void>
}

/**
 * Starts a Redis server on the loopback interface; installs Debian's package when it is missing.
 *
 * @throws Problem when it cannot be installed
 */
export async function startRedis(): Promise<Redis> {
  const program = await ensureProgram('redis-server')
  const folder = mkdtempSync(join(tmpdir(), 'redis-'))
  const port = await findFreePort()
  const url = `redis://127.0.0.1:${port}`
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder]
  let child: ChildProcess
  const start = async () => {
    child = spawn(program, args, { stdio: 'ignore' })
    const client = createClient({ url, socket: { reconnectStrategy: () => 50 } })
    client.on('error', () => {})
    await client.connect()
    client.destroy()
  }
  const kill = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  await start()
  return {
    url,
    kill,
    restart: start,
    setSuspended: (isSuspended) => void child.kill(isSuspended ? 'SIGSTOP' : 'SIGCONT'),
    close: async () => {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
