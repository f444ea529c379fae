import { visionTool } from '@sanity/vision'
import { defineConfig } from 'sanity'
import { presentationTool } from 'sanity/presentation'
import { structureTool } from 'sanity/structure'
import { apiHost, apiVersion, dataset, projectId } from '@/lib/content/config'
import { studioPath } from '@/lib/pages'
import { schemaTypes } from '@/schemas'
import { beforePublish, validationInspector } from '@/studio/beforePublish/inspector'
import { studioConnection } from '@/studio/connection'
import { FieldReasons } from '@/studio/FieldReasons'
import { documentOptions, templatesFor } from '@/studio/fixedDocuments'
import { livePageUrl } from '@/studio/livePage'
import { Mark } from '@/studio/Mark'
import { presentationOptions, previewTexts } from '@/studio/presentation'
import { buttonNames, refusals, refusedFiles } from '@/studio/refusals'
import { hasReleases, paidFeatures } from '@/studio/releases'
import { schedulesOneByOne } from '@/studio/scheduledDrafts'
import { structure } from '@/studio/structure'
import { theme } from '@/studio/theme'
import { tools } from '@/studio/tools'
import { undoneByRelease } from '@/studio/undoneReleases'
import { VisibleTextInput } from '@/studio/VisibleTextInput'

/** The Studio's one workspace, mounted on the site's own origin. */
export default defineConfig({
  name: 'default',
  title: 'Creator’s Circle',
  icon: Mark,
  theme,
  basePath: studioPath,
  projectId,
  dataset,
  ...studioConnection(apiHost),
  schema: { types: schemaTypes, templates: templatesFor },
  document: {
    ...documentOptions,
    productionUrl: livePageUrl,
    // One panel says what is wrong, ours.
    inspectors: (inspectors) => [
      ...inspectors.filter(({ name }) => name !== validationInspector),
      beforePublish,
    ],
  },
  i18n: {
    bundles: [...buttonNames, previewTexts, refusals, refusedFiles, schedulesOneByOne, undoneByRelease],
  },
  form: { components: { field: FieldReasons, input: VisibleTextInput } },
  plugins: [
    structureTool({ title: 'Content', structure }),
    presentationTool({ title: 'Preview', ...presentationOptions }),
    visionTool({ title: 'Queries', defaultApiVersion: apiVersion, defaultDataset: dataset }),
  ],
  ...paidFeatures(hasReleases),
  tools,
  // Parts of the hosted service that this site does without, and that a lake of one's own does not serve.
  announcements: { enabled: false },
})
