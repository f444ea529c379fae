import { run } from './bootstrap.mjs'

await run('tests/real/main.ts')
