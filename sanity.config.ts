import { visionTool } from '@sanity/vision'
import { defineConfig } from 'sanity'
import { presentationTool } from 'sanity/presentation'
import { structureTool } from 'sanity/structure'
import { media } from 'sanity-plugin-media'
import { apiHost, apiVersion, dataset, projectId } from '@/lib/content/reading/config'
import { studioPath } from '@/lib/pages'
import { schemaTypes } from '@/schemas'
import { documentOptions, filterTemplates } from '@/studio/actions/fixedDocuments'
import { getStudioConnection } from '@/studio/connection'
import { FieldFindings, ItemFindings } from '@/studio/inputs/FieldFindings'
import { VisibleTextInput } from '@/studio/inputs/VisibleTextInput'
import { livePageUrl } from '@/studio/preview/livePage'
import { presentationOptions } from '@/studio/preview/presentation'
import { StudioLayout } from '@/studio/StudioLayout'
import { StudioLogo } from '@/studio/StudioLogo'
import { studioTexts } from '@/studio/studioTexts'
import { theme } from '@/studio/theme'
import { beforePublish, validationInspector } from '@/studio/tools/beforePublish/inspector'
import { structure } from '@/studio/tools/structure'
import { tools } from '@/studio/tools/tools'

/** The Studio's workspace, mounted on the site's own origin. */
export default defineConfig({
  name: 'default',
  title: 'Creator’s Circle',
  icon: StudioLogo,
  theme,
  basePath: studioPath,
  projectId,
  dataset,
  ...getStudioConnection(apiHost),
  schema: { types: schemaTypes, templates: filterTemplates },
  document: {
    ...documentOptions,
    productionUrl: livePageUrl,
    // The panel “Before you publish” replaces Sanity's own validation inspector.
    inspectors: (inspectors) => [
      ...inspectors.filter(({ name }) => name !== validationInspector),
      beforePublish,
    ],
  },
  i18n: { bundles: studioTexts },
  form: { components: { field: FieldFindings, item: ItemFindings, input: VisibleTextInput } },
  plugins: [
    structureTool({ title: 'Content', structure }),
    presentationTool({ title: 'Preview', ...presentationOptions }),
    media(),
    visionTool({ title: 'Queries', defaultApiVersion: apiVersion, defaultDataset: dataset }),
  ],
  studio: { components: { layout: StudioLayout } },
  tools,
  // Sanity's paid features: `true` turns one on. Releases would skip checks such as the confirmation of new charges.
  releases: { enabled: false },
  scheduledDrafts: { enabled: false },
  scheduledPublishing: { enabled: false },
  tasks: { enabled: false },
  // The local cloud does not serve Sanity's news about the Studio.
  announcements: { enabled: false },
})
