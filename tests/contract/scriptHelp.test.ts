import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { inRoot, root } from '../../scripts/lib/paths.ts'

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(inRoot('package.json'), 'utf8')))

const PATH = [inRoot('node_modules', '.bin'), process.env.PATH].join(delimiter)

it.concurrent.each(Object.entries(scripts))(
  'npm run %s -- --help explains the script',
  async (name, command) => {
    const options = { cwd: root, env: { ...process.env, PATH }, timeout: 110_000 }
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', `${command} --help`], options)
    // Scripts that are another program's command print that program's own help.
    const isOwn = command.includes('scripts/')
    expect(stdout).toMatch(isOwn ? new RegExp(`npm (run )?${name}(?![\\w:])`) : /^usage|commands?$/im)
  },
  120_000,
)
