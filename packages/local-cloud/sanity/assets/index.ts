import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { ContentLake } from '../contentLake.ts'
import type { Dataset } from '../dataset.ts'
import { AssetFiles } from './assetFiles.ts'
import { ImageCache } from './imageCache.ts'
import { parseFileName, parseImageName } from './names.ts'
import { createDownloadRoutes } from './serve.ts'
import { updateAssetUrls } from './updateAssetUrls.ts'
import { createUploadRoutes } from './upload.ts'

function parseAssetPath(path: unknown): { kind: 'images' | 'files'; name: string } | undefined {
  const name = typeof path === 'string' ? (path.split('/').at(-1) ?? '') : ''
  if (parseImageName(name)) return { kind: 'images', name }
  return parseFileName(name) ? { kind: 'files', name } : undefined
}

/** Stores assets in `dir`, and serves them. `apiHost` is the origin of their URLs. */
export function createAssets(contentLake: ContentLake, dir: string, apiHost: string) {
  const files = new AssetFiles(join(dir, 'assets'))
  // Leaves one core for queries, if there are several.
  const cache = new ImageCache(join(dir, 'image-cache'), Math.max(1, availableParallelism() - 1))
  return {
    uploadRoutes: createUploadRoutes(contentLake, files, apiHost),
    downloadRoutes: createDownloadRoutes(contentLake, files, cache),
    /** Updates the URLs of a dataset's assets. From then on, deletes an asset's files when its document is deleted. */
    watch(dataset: Dataset) {
      updateAssetUrls(dataset, apiHost)
      dataset.subscribe(({ changes }) => {
        for (const { before, after } of changes) {
          if (after || !before || !/^sanity\.(image|file)Asset$/.test(before._type)) continue
          const file = parseAssetPath(before.path)
          if (!file) continue
          const sha1 = file.name.slice(0, 40)
          Promise.all([
            files.remove(dataset.name, file.kind, file.name),
            cache.clear(join(dataset.name, sha1)),
          ]).catch((error) => console.error('content lake: deleting an asset file failed:', error))
        }
      })
    },
    async clear() {
      await files.clear()
      await cache.clear()
    },
  }
}
