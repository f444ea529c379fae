#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// Half of the start time is compiling modules. Only modules imported after this call are cached.
enableCompileCache()
const { run } = await import('./run.ts')
await run()
