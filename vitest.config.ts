import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))
const ownFolders = [
  'app',
  'components',
  'lib',
  'schemas',
  'server',
  'studio',
  'docs',
  'scripts',
  'seed',
  'tests/support',
  'tests/benchmarks',
  'supabase',
]

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@\//, replacement: root },
      // Next resolves this marker itself; outside of Next it has nothing to guard.
      { find: /^server-only$/, replacement: `${root}node_modules/next/dist/compiled/server-only/empty.js` },
    ],
  },
  test: {
    // Long loops run in full with SOAK=1.
    testTimeout: process.env.SOAK ? 600_000 : 30_000,
    hookTimeout: 60_000,
    // Test servers mostly wait for each other's responses, so every core can have a file.
    maxWorkers: '100%',
    // Variables that the site's modules read when they are imported.
    env: { NEXT_PUBLIC_SANITY_PROJECT_ID: 'local', NEXT_PUBLIC_SANITY_DATASET: 'production' },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/*.test.ts', ...ownFolders.map((folder) => `${folder}/**/*.test.{ts,tsx}`)],
        },
      },
      {
        extends: true,
        test: { name: 'contract', include: ['tests/contract/**/*.test.ts'] },
      },
      {
        extends: true,
        test: { name: 'servers', include: ['tests/servers/**/*.test.ts'] },
      },
      {
        extends: true,
        test: { name: 'cloud', include: ['packages/local-cloud/**/*.test.ts'] },
      },
      {
        extends: true,
        test: { name: 'browsers', include: ['tests/browsers/**/*.test.ts'] },
      },
      {
        extends: true,
        test: { name: 'soak', include: ['tests/soak/**/*.test.ts'] },
      },
    ],
  },
})
