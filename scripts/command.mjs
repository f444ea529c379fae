// Runs on any Node from 18, like scripts/bootstrap.mjs, so that an old Node ends with a message instead of a syntax error.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { requireNode } from './bootstrap.mjs'

requireNode()
await import('./lib/siteModules.mjs')
const [name = ''] = process.argv.splice(2, 1)
process.argv[1] = join(dirname(fileURLToPath(import.meta.url)), `${name}.ts`)
const { run } = await import(`./${name}.ts`)
await run()
