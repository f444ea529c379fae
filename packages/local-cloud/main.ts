#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// Compiling modules takes half of the startup time. Only modules imported after this call are cached.
enableCompileCache()
const { run } = await import('./run.ts')
await run()
