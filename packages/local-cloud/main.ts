#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// Compiling the modules is half of a start. The cache has to be enabled before they are imported.
enableCompileCache()
const { run } = await import('./run.ts')
await run()
