import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { startProgram } from '../../scripts/lib/children.ts'
import type { StepTime } from '../../scripts/lib/output.ts'
import { root } from '../../scripts/lib/paths.ts'
import { Problem } from '../../scripts/lib/problem.ts'

const timesSchema = z.object({ steps: z.array(z.object({ name: z.string(), seconds: z.number() })) })

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Copies what git would clone, as it is in the working tree. */
function copySources(to: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const path of listed.split('\0').filter((name) => name && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(to, path)), { recursive: true })
    cpSync(join(root, path), join(to, path))
  }
}

async function timeUp(
  folder: string,
  ports: { sitePort: number; portBase: number },
  run: string,
): Promise<StepTime[]> {
  // Beside the copy: a file within it would count as a source, and cause another build.
  const json = join(dirname(folder), `${run}.json`)
  const logFile = join(dirname(folder), `${run}.log`)
  const up = startProgram({
    file: join(folder, 'scripts', 'up.mjs'),
    args: ['--json', json],
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
    let ended = false
    up.exited.then(() => {
      ended = true
    })
    while (!existsSync(json)) {
      if (ended) throw new Problem(`"up" failed in ${folder}.`, logFile)
      await pause(100)
    }
    await pause(100)
    return timesSchema.parse(JSON.parse(readFileSync(json, 'utf8'))).steps
  } finally {
    await up.stop()
  }
}

/**
 * Times `up` by step in a fresh copy of the repository, without packages, data or build, and then once more.
 *
 * @throws Problem when it fails; the folder stays then, with its logs
 */
export async function timeStarts(ports: {
  sitePort: number
  portBase: number
}): Promise<{ first: StepTime[]; again: StepTime[] }> {
  const place = mkdtempSync(join(tmpdir(), 'benchmark-up-'))
  const folder = join(place, 'repository')
  copySources(folder)
  const first = await timeUp(folder, ports, 'first')
  const again = await timeUp(folder, ports, 'again')
  rmSync(place, { recursive: true, force: true })
  return { first, again }
}
