import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { inRoot, root } from '../../scripts/lib/paths.ts'
import { createTemporaryFolder } from '../support/temporaryFolder.ts'

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(inRoot('package.json'), 'utf8')))

/** The files of the project's own scripts, each with the name of an npm script that runs it. */
const ownScripts = new Map(
  Object.entries(scripts).flatMap(([name, command]) => {
    const file = command.split(' ').findLast((part) => /\.ts$/.test(part))
    return file ? [[file, name] as const] : []
  }),
)

it('every TypeScript file that an npm script runs prints its help with --help', async () => {
  // Runs all scripts in one process, because separate processes would each load the same packages.
  const script = join(createTemporaryFolder('help'), 'script.mjs')
  const imports = [...ownScripts.keys()].map((file) => JSON.stringify(pathToFileURL(inRoot(file))))
  writeFileSync(script, `for (const file of [${imports}]) await (await import(file)).run()`)
  const args = [inRoot('scripts/run.mjs'), relative(root, script), '--help']
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root })
  for (const name of ownScripts.values()) expect(stdout).toMatch(new RegExp(`npm (run )?${name}(?![\\w:])`))
}, 120_000)
