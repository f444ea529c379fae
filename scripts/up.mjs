import { run } from './bootstrap.mjs'

await run('up.ts')
