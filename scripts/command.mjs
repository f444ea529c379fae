// Runs on any Node from 18, as scripts/bootstrap.mjs does: an old one ends in a sentence, before TypeScript is loaded.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { requireNode } from './bootstrap.mjs'

requireNode()
await import('./lib/siteModules.mjs')
const [name = ''] = process.argv.splice(2, 1)
process.argv[1] = join(dirname(fileURLToPath(import.meta.url)), `${name}.ts`)
const { run } = await import(`./${name}.ts`)
await run()
