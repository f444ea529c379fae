import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startProgram } from '../../scripts/lib/children.ts'
import { Problem } from '../../scripts/lib/command.ts'
import { copyRepository } from '../support/copyRepository.ts'

/** Runs `up` until the site is running. Returns the output lines with durations. */
async function timeUp(folder: string, ports: { sitePort: number; portBase: number }, logFile: string) {
  const up = startProgram({
    file: join(folder, 'scripts', 'run.mjs'),
    args: ['scripts/up.ts'],
    cwd: folder,
    env: {
      ...process.env,
      SITE_PORT: String(ports.sitePort),
      LOCAL_PORT_BASE: String(ports.portBase),
      LOCAL_DATA_DIR: undefined,
      NEXT_DIST_DIR: undefined,
    },
    logFile,
  })
  let hasExited = false
  up.exited.then(() => {
    hasExited = true
  })
  try {
    for (;;) {
      const lines = readFileSync(logFile, 'utf8').split('\n')
      const end = lines.findIndex((line) => line.startsWith('The site and the local cloud are running'))
      if (end >= 0) return lines.slice(0, end + 1).filter((line) => /^(Installed|✓|The site and)/.test(line))
      if (hasExited) throw new Problem(`"up" failed in ${folder}.`, logFile)
      await pause(100)
    }
  } finally {
    await up.stop()
  }
}

/**
 * Times the steps of `up` twice in a fresh copy of the repository: first without packages, data or build, and then with
 * those of the first run.
 *
 * @returns the lines with durations from the output of both runs
 * @throws Problem when `up` fails; the temporary folder with the logs is not deleted in that case
 */
export async function timeStarts(ports: { sitePort: number; portBase: number }): Promise<string> {
  const temporaryFolder = mkdtempSync(join(tmpdir(), 'benchmark-up-'))
  const repositoryFolder = join(temporaryFolder, 'repository')
  copyRepository(repositoryFolder)
  const lines: string[] = []
  for (const name of ['first', 'second']) {
    // Outside of the copy, since a new file in the sources would cause a rebuild.
    const logFile = join(temporaryFolder, `${name}.log`)
    lines.push(`The ${name} start:`, ...(await timeUp(repositoryFolder, ports, logFile)), '')
  }
  rmSync(temporaryFolder, { recursive: true, force: true })
  return lines.join('\n')
}
