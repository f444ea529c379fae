import { Hono } from 'hono'
import { HttpError } from '../../http/errors.ts'
import type { LakeEnvironment } from '../context.ts'
import type { Dataset } from '../dataset.ts'
import { addonNameOf, type ContentLake } from '../lake.ts'
import { requireRole } from './projectRoutes.ts'

/**
 * Where the Studio keeps comments and tasks: a dataset beside the one that they are about, which is made with the first
 * of them (https://www.sanity.io/docs/studio/configuring-comments).
 */
export function addonRoutes(options: {
  lake: ContentLake
  onDatasetCreated: (dataset: Dataset) => void
}): Hono<LakeEnvironment> {
  const { lake } = options
  const routes = new Hono<LakeEnvironment>()
  routes.post('/comments/:dataset/setup', (c) => {
    requireRole(c.var.identity, 'editor', 'sanity.project.datasets/create')
    const dataset = c.req.param('dataset')
    if (!lake.get(dataset)) throw new HttpError(404, `Dataset "${dataset}" not found`)
    const name = addonNameOf(dataset)
    // Two editors who begin at the same time share one.
    if (!lake.get(name)) options.onDatasetCreated(lake.create(name))
    return c.json({ datasetName: name })
  })
  return routes
}
