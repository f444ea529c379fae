import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Hono } from 'hono'
import type { LakeEnvironment } from '../context.ts'
import type { Dataset } from '../dataset.ts'
import type { ContentLake } from '../lake.ts'
import { AssetFiles } from './assetFiles.ts'
import { ImageCache } from './imageCache.ts'
import { parseFileName, parseImageName } from './names.ts'
import { relocateAssets } from './relocate.ts'
import { assetRoutes } from './serve.ts'
import { uploadRoutes } from './upload.ts'

/** Pictures and files of the content lake. */
export type Assets = {
  uploads: Hono<LakeEnvironment>
  downloads: Hono<LakeEnvironment>
  /** Corrects a dataset's asset addresses, and from then on deletes files when their documents are deleted. */
  follow(dataset: Dataset): void
  /** Deletes a dataset's files, or all. */
  clear(dataset?: string): Promise<void>
}

function fileOf(path: unknown): { kind: 'images' | 'files'; name: string } | undefined {
  const name = typeof path === 'string' ? (path.split('/').at(-1) ?? '') : ''
  if (parseImageName(name)) return { kind: 'images', name }
  return parseFileName(name) ? { kind: 'files', name } : undefined
}

/** Assets kept in `dir`, addressed through `apiHost`. */
export function createAssets(lake: ContentLake, dir: string, apiHost: string): Assets {
  const files = new AssetFiles(join(dir, 'assets'))
  // One core stays free for queries while pictures are made.
  const cache = new ImageCache(join(dir, 'image-cache'), Math.max(1, availableParallelism() - 1))
  return {
    uploads: uploadRoutes(lake, files, apiHost),
    downloads: assetRoutes(lake, files, cache),
    follow(dataset) {
      relocateAssets(dataset, apiHost)
      dataset.subscribe(({ changes }) => {
        for (const { before, after } of changes) {
          if (after || !before || !/^sanity\.(image|file)Asset$/.test(before._type)) continue
          const file = fileOf(before.path)
          if (!file) continue
          const sha1 = file.name.slice(0, 40)
          Promise.all([
            files.remove(dataset.name, file.kind, file.name),
            cache.clear(join(dataset.name, sha1)),
          ]).catch((error) => console.error('local cloud: could not delete an asset:', error))
        }
      })
    },
    async clear(dataset) {
      await files.clear(dataset)
      await cache.clear(dataset)
    },
  }
}
