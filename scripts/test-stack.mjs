import { run } from './bootstrap.mjs'

await run('testStack.ts')
