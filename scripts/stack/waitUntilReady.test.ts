import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTemporaryFolder } from '../../tests/support/temporaryFolder.ts'
import { waitUntilReady } from './waitUntilReady.ts'

it.each([
  ['No port is free.\n', 'The cloud did not start: No port is free.'],
  [
    "Error: database or disk is full\n  errstr: 'database or disk is full'\n}\n",
    'The cloud did not start: the disk is full.',
  ],
])('reports why a program with the log %j ended', async (log, message) => {
  const logFile = join(createTemporaryFolder('wait'), 'cloud.log')
  writeFileSync(logFile, log)
  const options = {
    exited: Promise.resolve(),
    name: 'The cloud',
    timeoutSeconds: 5,
    logFile,
    printsReason: true,
  }
  // No service listens on this port.
  await expect(waitUntilReady('http://localhost:9', options)).rejects.toThrow(message)
})
