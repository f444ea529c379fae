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

/** The project's own scripts; several run the same file. */
const ownScripts = new Map(
  Object.entries(scripts).flatMap(([name, command]) => {
    const file = command.split(' ').findLast((part) => /\.(ts|mjs)$/.test(part))
    return file ? [[file, { name, command }] as const] : []
  }),
)

it.concurrent.each([...ownScripts.values()])(
  'npm run $name -- --help explains the script',
  async ({ name, command }) => {
    const options = { cwd: root, env: { ...process.env, PATH }, timeout: 110_000 }
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', `${command} --help`], options)
    expect(stdout).toMatch(new RegExp(`npm (run )?${name}(?![\\w:])`))
  },
  120_000,
)
