#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// Node keeps what it makes of the modules for the next start, as reading them is half of what a start takes. This has to
// be said before they are imported.
enableCompileCache()
const { run } = await import('./run.ts')
await run()
