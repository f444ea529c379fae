import { run } from './bootstrap.mjs'

await run('scripts/typegen.ts')
