import { defineCliConfig } from 'sanity/cli'

/** Used for schema extraction and typegen only, which work without a project and without the network. */
export default defineCliConfig({
  schemaExtraction: { path: 'lib/content/schema.generated.json' },
  typegen: {
    path: './{app,components,lib}/**/*.{ts,tsx}',
    schema: './lib/content/schema.generated.json',
    generates: './lib/content/types.generated.ts',
    overloadClientMethods: true,
    formatGeneratedCode: false,
  },
})
