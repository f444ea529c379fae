// Lets a command import the site's modules, whose import paths are written for Next: `@/…` from the root, without extensions.
import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

registerHooks({
  resolve(specifier, context, nextResolve) {
    const parent = context.parentURL?.startsWith('file:') ? dirname(fileURLToPath(context.parentURL)) : root
    const path = specifier.startsWith('@/')
      ? join(root, specifier.slice(2))
      : specifier.startsWith('.') && !parent.includes('node_modules')
        ? join(parent, specifier)
        : undefined
    const file = path && [`${path}.ts`, join(path, 'index.ts')].find((candidate) => existsSync(candidate))
    return nextResolve(file ? pathToFileURL(file).href : specifier, context)
  },
})
