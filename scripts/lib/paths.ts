import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Absolute path of the repository. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Returns the absolute path of a file or folder of the repository. */
export function inRoot(...parts: string[]): string {
  return join(root, ...parts)
}

/** Absolute paths of the local cloud's and the dependencies' programs: script files that Node runs. */
export const programs = {
  localCloud: inRoot('node_modules/local-cloud/main.ts'),
  biome: inRoot('node_modules/@biomejs/biome/bin/biome'),
  next: inRoot('node_modules/next/dist/bin/next'),
  playwright: inRoot('node_modules/@playwright/test/cli.js'),
  tsc: inRoot('node_modules/typescript/bin/tsc'),
  vitest: inRoot('node_modules/vitest/vitest.mjs'),
}
