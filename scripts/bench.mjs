import { run } from './bootstrap.mjs'

await run('tests/benchmarks/run.ts')
