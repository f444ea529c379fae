import { run } from './bootstrap.mjs'

await run('typegen.ts')
