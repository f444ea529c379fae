import { defineCliConfig } from 'sanity/cli'

/** The folder of the generated files. `npm test` generates them in a different folder and compares the two. */
const folder = process.env.GENERATED_DIR ?? 'lib/content'

/** Settings for schema extraction and typegen, which work without a Sanity project or network access. */
export default defineCliConfig({
  schemaExtraction: { path: `${folder}/schema.generated.json` },
  typegen: {
    path: './{app,components,lib}/**/*.{ts,tsx}',
    schema: `./${folder}/schema.generated.json`,
    generates: `./${folder}/types.generated.ts`,
    overloadClientMethods: true,
    formatGeneratedCode: false,
  },
})
