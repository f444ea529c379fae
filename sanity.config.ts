import { visionTool } from '@sanity/vision'
import { defineConfig } from 'sanity'
import { presentationTool } from 'sanity/presentation'
import { structureTool } from 'sanity/structure'
import { apiHost, apiVersion, dataset, projectId } from '@/lib/content/config'
import { studioPath } from '@/lib/pages'
import { schemaTypes } from '@/schemas'
import { beforePublish, validationInspector } from '@/studio/beforePublish/inspector'
import { getStudioConnection } from '@/studio/connection'
import { buttonTexts, refusals, uploadErrorTexts } from '@/studio/errorTexts'
import { FieldErrors } from '@/studio/FieldErrors'
import { documentOptions, filterTemplates } from '@/studio/fixedDocuments'
import { livePageUrl } from '@/studio/livePage'
import { Mark } from '@/studio/Mark'
import { presentationOptions, previewTexts } from '@/studio/presentation'
import { revertTexts } from '@/studio/releaseReverts'
import { getPaidFeatures, hasReleases } from '@/studio/releases'
import { bulkScheduleTexts } from '@/studio/scheduledDrafts'
import { structure } from '@/studio/structure'
import { theme } from '@/studio/theme'
import { tools } from '@/studio/tools'
import { VisibleTextInput } from '@/studio/VisibleTextInput'

/** The Studio's one workspace, mounted on the site's own address. */
export default defineConfig({
  name: 'default',
  title: 'Creator’s Circle',
  icon: Mark,
  theme,
  basePath: studioPath,
  projectId,
  dataset,
  ...getStudioConnection(apiHost),
  schema: { types: schemaTypes, templates: filterTemplates },
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
    bundles: [...buttonTexts, previewTexts, refusals, uploadErrorTexts, bulkScheduleTexts, revertTexts],
  },
  form: { components: { field: FieldErrors, input: VisibleTextInput } },
  plugins: [
    structureTool({ title: 'Content', structure }),
    presentationTool({ title: 'Preview', ...presentationOptions }),
    visionTool({ title: 'Queries', defaultApiVersion: apiVersion, defaultDataset: dataset }),
  ],
  ...getPaidFeatures(hasReleases),
  tools,
  // Parts of the hosted service that this site does without, and that a lake of one's own does not serve.
  announcements: { enabled: false },
})
