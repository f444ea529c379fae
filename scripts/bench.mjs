import { run } from './bootstrap.mjs'

await run('benchmarks/run.ts')
