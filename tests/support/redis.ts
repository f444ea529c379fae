import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@redis/client'
import { freePort } from 'local-cloud/testing/ports'
import { ensureProgram } from '../../scripts/lib/packages.ts'

/** A Redis of its own, which remembers nothing when it is killed. */
export type Redis = {
  url: string
  /** Ends it as `kill -9` does. */
  kill(): Promise<void>
  /** Starts it again on its port. */
  revive(): Promise<void>
  /** Suspends it (or resumes it): connections stay, and no request gets a response. */
  hang(hangs: boolean): void
  close(): Promise<void>
}

/**
 * Starts Debian's Redis on loopback.
 *
 * @throws Problem when it cannot be installed
 */
export async function startRedis(): Promise<Redis> {
  const file = await ensureProgram('redis-server')
  const folder = mkdtempSync(join(tmpdir(), 'redis-'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder]
  let child: ChildProcess
  const begin = async () => {
    child = spawn(file, args, { stdio: 'ignore' })
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
  await begin()
  return {
    url,
    kill,
    revive: begin,
    hang: (hangs) => void child.kill(hangs ? 'SIGSTOP' : 'SIGCONT'),
    close: async () => {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
