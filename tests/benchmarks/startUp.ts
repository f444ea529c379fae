import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { startProgram } from '../../scripts/lib/children.ts'
import { Problem } from '../../scripts/lib/command.ts'
import type { StepTime } from '../../scripts/lib/output.ts'
import { root } from '../../scripts/lib/paths.ts'

const timesSchema = z.object({ steps: z.array(z.object({ name: z.string(), seconds: z.number() })) })

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Copies the files of the working tree that git tracks or does not ignore. */
function copySources(targetFolder: string): void {
  const output = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const path of output.split('\0').filter((name) => name && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(targetFolder, path)), { recursive: true })
    cpSync(join(root, path), join(targetFolder, path))
  }
}

async function timeUp(
  folder: string,
  ports: { sitePort: number; portBase: number },
  runName: string,
): Promise<StepTime[]> {
  // These files are outside of the copy, because a new file in the sources would cause another build.
  const timesFile = join(dirname(folder), `${runName}.json`)
  const logFile = join(dirname(folder), `${runName}.log`)
  const up = startProgram({
    file: join(folder, 'scripts', 'run.mjs'),
    args: ['scripts/up.ts', '--json', timesFile],
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
  try {
    let hasExited = false
    up.exited.then(() => {
      hasExited = true
    })
    while (!existsSync(timesFile)) {
      if (hasExited) throw new Problem(`"up" failed in ${folder}.`, logFile)
      await pause(100)
    }
    // The file may still be incomplete.
    await pause(100)
    return timesSchema.parse(JSON.parse(readFileSync(timesFile, 'utf8'))).steps
  } finally {
    await up.stop()
  }
}

/**
 * Times the steps of `up` twice: in a fresh copy of the repository without packages, data or build, and then again in
 * that copy, which has them.
 *
 * @throws Problem when `up` fails; the temporary folder with the logs is not deleted then
 */
export async function timeStarts(ports: {
  sitePort: number
  portBase: number
}): Promise<{ firstStart: StepTime[]; secondStart: StepTime[] }> {
  const temporaryFolder = mkdtempSync(join(tmpdir(), 'benchmark-up-'))
  const repositoryFolder = join(temporaryFolder, 'repository')
  copySources(repositoryFolder)
  const firstStart = await timeUp(repositoryFolder, ports, 'first')
  const secondStart = await timeUp(repositoryFolder, ports, 'second')
  rmSync(temporaryFolder, { recursive: true, force: true })
  return { firstStart, secondStart }
}
