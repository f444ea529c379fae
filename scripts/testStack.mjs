import { run } from './bootstrap.mjs'

await run('scripts/testStack.ts')
