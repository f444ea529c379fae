import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))
const unitTestFolders = [
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

/** Test files in the same worker share the imported packages, but not the site's modules. */
const sharedPackages = { isolate: false, setupFiles: ['tests/support/isolation.ts'] }

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@\//, replacement: root },
      // Next checks this import itself; tests import an empty file instead.
      { find: /^server-only$/, replacement: `${root}node_modules/next/dist/compiled/server-only/empty.js` },
    ],
  },
  test: {
    // Long loops run in full with SOAK=1.
    testTimeout: process.env.SOAK ? 600_000 : 30_000,
    hookTimeout: 60_000,
    // Many tests mostly wait for servers to respond, so each core can run a test file.
    maxWorkers: '100%',
    // This package imports named exports that Node does not find in a CommonJS package.
    server: { deps: { inline: ['sanity-plugin-media'] } },
    // Variables that the site's modules read on import.
    env: { NEXT_PUBLIC_SANITY_PROJECT_ID: 'local', NEXT_PUBLIC_SANITY_DATASET: 'production' },
    // Mocks and variables of one test do not affect the next one. `isolation.ts` restores timers and globals.
    mockReset: true,
    restoreMocks: true,
    unstubEnvs: true,
    projects: [
      {
        extends: true,
        test: {
          ...sharedPackages,
          name: 'unit',
          env: { NEXT_PUBLIC_SANITY_API_HOST: 'http://content-lake.test' },
          include: ['tests/*.test.ts', ...unitTestFolders.map((folder) => `${folder}/**/*.test.{ts,tsx}`)],
        },
      },
      {
        extends: true,
        test: {
          ...sharedPackages,
          name: 'contract',
          include: ['tests/contract/**/*.test.ts'],
          globalSetup: 'tests/contract/postgres.ts',
        },
      },
      {
        extends: true,
        test: { name: 'servers', include: ['tests/servers/**/*.test.ts'] },
      },
      {
        extends: true,
        test: { ...sharedPackages, name: 'cloud', include: ['packages/local-cloud/**/*.test.ts'] },
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
